// /panel/join/{token}: an invitation to a cafe's team (docs/team.md#joining).
import { createFileRoute } from "@tanstack/react-router";
import type { OpenInvitation } from "../../../../server/contract/team.ts";
import { Button } from "../../../components/Button.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { call, isRefused } from "../../../lib/http.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { LogoutButton } from "../../menu/LogoutButton.tsx";
import { InvitationEnded, JoinByLogin, JoinForm } from "../../team/JoinForm.tsx";
import { useJoining } from "../../team/use_joining.ts";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_account/panel/join/$token")({
  /** Null for a link that is unknown, used, replaced or expired. `own`: whether it is for who is logged in, if someone is. */
  loader: async ({ context: { api, session }, params: { token } }) => {
    const isLoggedIn = session.enter() !== undefined;
    try {
      const [invitation, own] = await Promise.all([
        call("GET /api/team/join/:token", { params: { token } }),
        isLoggedIn ? api("GET /api/team/invitations") : undefined,
      ]);
      return { invitation, own: own?.some(({ _id }) => _id === invitation._id) };
    } catch (error) {
      if (isRefused(error, "invitation_invalid")) return null;
      throw error;
    }
  },
  head: titled("Ekibe katıl"),
  component: Join,
  errorComponent: failedWith("Davet yüklenemedi."),
});

function Join() {
  const loaded = Route.useLoaderData();
  const { token } = Route.useParams();
  if (!loaded) return <InvitationEnded />;
  const { invitation, own } = loaded;
  if (own) return <JoinHere invitation={invitation} />;
  if (own === false) return <OtherAccount invitation={invitation} />;
  return invitation.hasAccount
    ? <JoinByLogin invitation={invitation} />
    : <JoinForm invitation={invitation} token={token} />;
}

/** The browser is logged in to the account that was invited: a press joins. */
function JoinHere({ invitation }: { invitation: OpenInvitation }) {
  const { busy, join } = useJoining(invitation);
  const { cafeName, email } = invitation;
  return (
    <>
      <PageHeading
        title="Ekibe katıl"
        lead={`${cafeName} sizi ekibine davet etti. ${email} hesabınızla katılırsınız: istekleri ve oynatıcıyı bu hesapla yönetirsiniz.`}
      />
      <Button look="primary" busy={busy} onClick={join}>Katıl</Button>
    </>
  );
}

/** The browser has the login of another account than the invitation is for. */
function OtherAccount({ invitation: { cafeName, email } }: { invitation: OpenInvitation }) {
  return (
    <>
      <PageHeading
        title="Başka hesapla girdiniz"
        lead={`${cafeName} bu daveti ${email} adresine gönderdi. Katılmak için çıkış yapın ve davet e-postasındaki bağlantıyı yeniden açın. Çıkış yaparsanız bu tarayıcıda çalan müzik durur.`}
      />
      <LogoutButton />
    </>
  );
}
