// Goes to another cafe of the login, and leaves a team (docs/team.md#several-cafes).
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { LoginCafe } from "../../../server/contract/team.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

/** `busy` is the cafe that is being chosen or left. To be used outside the cafe's frame, which forgets the cafe before. */
export function useCafes(cafes: LoginCafe[]) {
  const { api, confirmation, notices, session } = usePanel();
  const navigate = useNavigate();
  const router = useRouter();
  const [busy, setBusy] = useState<string>();

  const during = async ({ ownerId }: LoginCafe, failed: string, work: () => Promise<unknown>) => {
    setBusy(ownerId);
    await work().catch((error) => notices.show("error", failed, sentenceOf(error)));
    setBusy(undefined);
  };
  const speakFor = async ({ ownerId }: LoginCafe) => {
    session.storeToken((await api("POST /api/team/cafes", { body: { ownerId } })).token);
  };
  const choose = (cafe: LoginCafe) =>
    during(cafe, "Kafe seçilirken bir hata oluştu.", async () => {
      await speakFor(cafe);
      notices.dismiss();
      await navigate({ to: "/panel/dashboard" });
    });
  const leave = async (cafe: LoginCafe) => {
    const sure = await confirmation.ask({
      title: "Ekipten ayrılmak istiyor musunuz?",
      text:
        `'${cafe.name}' kafesinin isteklerini ve oynatıcısını artık göremezsiniz. Dönmek için yeni bir davet gerekir.`,
      action: "Ekipten ayrıl",
      danger: true,
    });
    if (!sure) return;
    await during(cafe, "Ekipten ayrılırken bir hata oluştu.", async () => {
      const other = cafes.find(({ ownerId }) => ownerId !== cafe.ownerId);
      const isCurrent = session.cafe() === cafe.ownerId;
      // This page's token ends with the membership.
      if (isCurrent && other) await speakFor(other);
      await api("DELETE /api/team/cafes/:ownerId", { params: { ownerId: cafe.ownerId } });
      if (other) return await router.invalidate();
      session.forgetToken();
      await navigate({ to: "/panel/login", state: { message: "Ekipten ayrıldınız." } });
    });
  };
  return { busy, choose, leave };
}
