// One person of the team: name, address, whether they have joined, and what the owner can do.
import type { TeamMember } from "../../../server/contract/team.ts";
import { Button } from "../../components/Button.tsx";

export interface MemberRowProps {
  member: TeamMember;
  busy: boolean;
  onEnd: () => void;
  onInviteAgain: () => void;
}

export function MemberRow({ member, busy, onEnd, onInviteAgain }: MemberRowProps) {
  const { name, email, joined } = member;
  const end = joined ? "Ekipten çıkar" : "Daveti geri al";
  return (
    <li className="session">
      <div className="member-words">
        <p className="session-device">
          {name}
          <span className="mark-label">{joined ? "katıldı" : "davet edildi"}</span>
        </p>
        <p className="session-times">{email}</p>
      </div>
      <div className="form-end">
        {!joined && (
          <Button busy={busy} aria-label={`${name}: Yeniden gönder`} onClick={onInviteAgain}>
            Yeniden gönder
          </Button>
        )}
        <Button look="quiet" busy={busy} aria-label={`${name}: ${end}`} onClick={onEnd}>
          {end}
        </Button>
      </div>
    </li>
  );
}
