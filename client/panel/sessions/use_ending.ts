// Ends logins after a question, since it cannot be undone.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { LoginSession } from "../../../server/contract/sessions.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";
import { deviceName } from "./device_name.ts";

/** In place of an id: all logins but the one of this page. */
export const OTHERS = "others";

const CONSEQUENCE = "Devam etmek için tekrar giriş yapmak gerekir. Bu işlem geri alınamaz.";

export function useEnding() {
  const router = useRouter();
  const { api, confirmation, notices } = usePanel();
  const [ending, setEnding] = useState<string>();

  const end = async (which: string, done: string, send: () => Promise<void>) => {
    setEnding(which);
    try {
      await send();
      notices.show("success", done);
    } catch (error) {
      notices.show("error", "Oturum kapatılırken bir hata oluştu.", sentenceOf(error));
    }
    // After a failure too: the login may have ended elsewhere.
    await router.invalidate();
    setEnding(undefined);
    // The button that had the focus was removed with its row.
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>("h1")?.focus();
    }
  };

  return {
    /** The id of the login that is being ended, or `OTHERS`. */
    ending,
    async endOne(session: LoginSession) {
      const sure = await confirmation.ask({
        title: "Oturumu kapat",
        text: `'${deviceName(session)}' cihazındaki oturum kapatılacak. ${CONSEQUENCE}`,
        action: "Oturumu kapat",
        danger: true,
      });
      if (!sure) return;
      const params = { id: session._id };
      await end(
        session._id,
        "Oturum kapatıldı.",
        () => api("DELETE /api/auth/sessions/:id", { params }),
      );
    },
    async endOthers(count: number) {
      const sure = await confirmation.ask({
        title: "Diğer oturumları kapat",
        text: `Bu cihaz dışındaki ${count} oturum kapatılacak. ${CONSEQUENCE}`,
        action: "Diğer oturumları kapat",
        danger: true,
      });
      if (!sure) return;
      await end(OTHERS, "Diğer oturumlar kapatıldı.", () => api("DELETE /api/auth/sessions"));
    },
  };
}
