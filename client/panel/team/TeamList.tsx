// The people of the team, those who are invited after those who have joined.
import type { TeamMember } from "../../../server/contract/team.ts";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TextField } from "../../components/TextField.tsx";
import type { Question } from "../../lib/confirmation.ts";
import { emailFault, memberNameFault } from "../field_rules.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";
import { useRowQuestion } from "../use_row_question.ts";
import { useSave } from "../use_save.ts";

interface MemberRowProps {
  member: TeamMember;
  busy: boolean;
  onEnd: () => void;
  onInviteAgain: () => void;
}

function MemberRow({ member, busy, onEnd, onInviteAgain }: MemberRowProps) {
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

function endQuestion({ name, email, joined }: TeamMember): Question {
  return joined
    ? {
      title: `${name} ekipten çıkarılsın mı?`,
      text:
        `${name} bu kafeden hemen çıkış yapmış olur: istekleri ve oynatıcıyı artık göremez. Hesabı silinmez; isterseniz yeniden davet edersiniz.`,
      action: "Ekipten çıkar",
      danger: true,
    }
    : {
      title: "Davet geri alınsın mı?",
      text: `${email} adresine giden bağlantı artık çalışmaz.`,
      action: "Daveti geri al",
      danger: true,
    };
}

function endDone({ name, joined }: TeamMember): string {
  return joined ? `${name} artık ekibinizde değil.` : "Davet geri alındı.";
}

function useTeam(members: TeamMember[]) {
  const ending = useSave("DELETE /api/team/:accountId", {
    done: (_, { params }) => endDone(members.find((one) => one.accountId === params.accountId)!),
    failed: "Ekip güncellenirken bir hata oluştu.",
  });
  const inviting = useSave("POST /api/team", {
    done: ({ msg }) => msg,
    failed: "Davet gönderilirken bir hata oluştu.",
  });
  const ask = useRowQuestion<TeamMember>({
    // The answer to an invitation that was joined meanwhile would end a membership.
    about({ accountId, joined }) {
      const now = members.find((member) => member.accountId === accountId);
      return now?.joined === joined ? endQuestion(now) : undefined;
    },
    gone: ({ name, accountId }) =>
      members.some((member) => member.accountId === accountId)
        ? `${name} artık ekibinizde.`
        : `${name} artık listede değil.`,
  });
  return {
    /** Whether a call about this person is under way. */
    isBusy: ({ accountId, email }: TeamMember) =>
      ending.saving?.params.accountId === accountId || inviting.saving?.body.email === email,
    async end(member: TeamMember) {
      if (!await ask(member)) return;
      await ending.save({ params: { accountId: member.accountId } });
      // The button that had the focus was removed with its row.
      if (document.activeElement === document.body) {
        document.getElementById("team-heading")?.focus();
      }
    },
    inviteAgain: ({ email, name }: TeamMember) => inviting.save({ body: { email, name } }),
  };
}

export function TeamList({ members }: { members: TeamMember[] }) {
  const { isBusy, end, inviteAgain } = useTeam(members);
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
          busy={isBusy(member)}
          onEnd={() => end(member)}
          onInviteAgain={() => inviteAgain(member)}
        />
      ))}
    </ul>
  );
}

// The form that invites a person by e-mail.

export function InviteForm() {
  const { api, notices, queries } = usePanel();
  const { form, field, failure, busy } = useForm({
    fields: ["name", "email"],
    check: ({ name, email }) => ({ name: memberNameFault(name), email: emailFault(email) }),
    send: async (body) => {
      const { msg } = await api("POST /api/team", { body });
      notices.show("success", msg);
      form.ref.current?.reset();
      await queries.refreshAfter("POST /api/team");
    },
    fallback: "Davet gönderilirken bir hata oluştu.",
  });
  return (
    <form {...form} className="card profile-form" aria-labelledby="invite-heading">
      <h2 id="invite-heading">Davet et</h2>
      <TextField
        {...field("name")}
        label="Adı"
        hint="Onayladığı isteklerde bu adı görürsünüz."
        autoComplete="off"
        maxLength={100}
        required
      />
      <TextField
        {...field("email")}
        label="E-posta"
        hint="Katılması için bu adrese 7 gün geçerli bir bağlantı gider."
        type="email"
        autoComplete="off"
        required
      />
      {failure && <Notice kind="error" text={failure} />}
      <div className="form-end">
        <Button type="submit" look="primary" busy={busy}>Davet et</Button>
      </div>
    </form>
  );
}
