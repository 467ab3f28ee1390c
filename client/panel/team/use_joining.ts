// Joining a team by a press: on the invitation's own screen, and once after a login (docs/team.md#joining).
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { LoginCafe, OwnInvitation } from "../../../server/contract/team.ts";
import { sentenceOf } from "../../lib/http.ts";
import { HOME } from "../may_open.ts";
import { type PanelServices, usePanel } from "../services.ts";

const FAILED = "Ekibe katılırken bir hata oluştu.";

type Services = Pick<PanelServices, "api" | "confirmation" | "notices" | "session">;

/**
 * Asks about each invitation of the person who has just logged in. An invitation that is left open stays on its own screen
 * until it is over. Resolves to what to say of those that were accepted, on the screen that comes next.
 */
export async function askToJoin(services: Services): Promise<string[]> {
  const { api, confirmation } = services;
  const said: string[] = [];
  for (const invitation of await api("GET /api/team/invitations").catch(() => [])) {
    const agreed = await confirmation.ask({
      title: `${invitation.cafeName} sizi ekibine davet etti`,
      text:
        "Katılırsanız kafenin isteklerini ve oynatıcısını yönetirsiniz; kafe sahibi adınızı ve e-posta adresinizi görür. Şimdi katılmazsanız davet e-postasındaki bağlantı 7 gün geçerlidir.",
      action: "Katıl",
    });
    if (agreed && await join(services, invitation)) said.push(joined(invitation));
  }
  return said;
}

/** `busy` while the call is under way. */
export function useJoining(invitation: OwnInvitation) {
  const services = usePanel();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async join() {
      setBusy(true);
      const cafe = await join(services, invitation);
      setBusy(false);
      // Who has another cafe chooses between them: all tabs of this browser go to the chosen one.
      const role = services.session.role() ?? "owner";
      if (!cafe) return;
      await navigate({ to: role === "staff" ? HOME.staff : "/panel/cafes" });
      services.notices.show("success", joined(invitation));
    },
  };
}

function joined({ cafeName }: OwnInvitation): string {
  return `${cafeName} ekibine katıldınız.`;
}

/** Undefined if it failed, which the person is told. A person who had no cafe speaks for this one from then on. */
async function join(
  { api, notices, session }: Services,
  { _id }: OwnInvitation,
): Promise<LoginCafe | undefined> {
  try {
    const cafe = await api("POST /api/team/invitations/:id", { params: { id: _id } });
    if (session.role() === "cafeless") {
      const { token } = await api("POST /api/team/cafes", { body: { ownerId: cafe.ownerId } });
      session.storeToken(token);
    }
    return cafe;
  } catch (error) {
    notices.show("error", FAILED, sentenceOf(error));
  }
}
