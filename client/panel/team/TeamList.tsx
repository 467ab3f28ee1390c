// The people of the team, those who are invited after those who have joined.
import type { TeamMember } from "../../../server/contract/team.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { MemberRow } from "./MemberRow.tsx";
import { useTeam } from "./use_team.ts";

export function TeamList({ members }: { members: TeamMember[] }) {
  const { busy, end, inviteAgain } = useTeam(members);
  if (members.length === 0) {
    return (
      <EmptyState
        icon="person"
        text="Ekibinizde henüz kimse yok."
        hint="Davet ettiğiniz kişi istekleri onaylar ve müziği yönetir. Kazançlarınızı, IBAN'ınızı, kurallarınızı ve müzik hesabınızı göremez. Şifrenizi paylaşmanız gerekmez."
      />
    );
  }
  return (
    <ul className="sessions" aria-labelledby="team-heading">
      {members.map((member) => (
        <MemberRow
          key={member.accountId}
          member={member}
          busy={busy === member.accountId}
          onEnd={() => end(member)}
          onInviteAgain={() => inviteAgain(member)}
        />
      ))}
    </ul>
  );
}
