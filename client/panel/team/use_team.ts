// Ends memberships and takes invitations back, after a question; sends invitations again.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { TeamMember } from "../../../server/contract/team.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";
import { useRowQuestion } from "../use_row_question.ts";
import { endDone, endQuestion } from "./team_questions.ts";

/** `busy` is the person whose call is under way. */
export function useTeam(members: TeamMember[]) {
  const router = useRouter();
  const { api, notices } = usePanel();
  const [busy, setBusy] = useState<string>();

  const during = async (accountId: string, failed: string, send: () => Promise<string>) => {
    if (busy) return;
    setBusy(accountId);
    try {
      notices.show("success", await send());
    } catch (error) {
      notices.show("error", failed, sentenceOf(error));
    }
    // After a failure too: the person may have joined or left meanwhile.
    await router.invalidate();
    setBusy(undefined);
    // The button that had the focus was removed with its row.
    if (document.activeElement === document.body) document.getElementById("team-heading")?.focus();
  };
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
    busy,
    async end(member: TeamMember) {
      if (!await ask(member)) return;
      const { accountId } = member;
      await during(accountId, "Ekip güncellenirken bir hata oluştu.", async () => {
        await api("DELETE /api/team/:accountId", { params: { accountId } });
        return endDone(member);
      });
    },
    inviteAgain: ({ accountId, email, name }: TeamMember) =>
      during(
        accountId,
        "Davet gönderilirken bir hata oluştu.",
        async () => (await api("POST /api/team", { body: { email, name } })).msg,
      ),
  };
}
