// /panel/join/{token}: an invitation to a cafe's team (docs/team.md#joining).
import { createFileRoute } from "@tanstack/react-router";
import { ApiError, call } from "../../../lib/http.ts";
import { failedWith } from "../../LoadFailed.tsx";
import { InvitationEnded } from "../../team/InvitationEnded.tsx";
import { JoinByLogin } from "../../team/JoinByLogin.tsx";
import { JoinForm } from "../../team/JoinForm.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_account/panel/join/$token")({
  /** Null for a link that is unknown, used, replaced or expired. */
  loader: async ({ params: { token } }) => {
    try {
      return await call("GET /api/team/join/:token", { params: { token } });
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) return null;
      throw error;
    }
  },
  head: titled("Ekibe katıl"),
  component: Join,
  errorComponent: failedWith("Davet yüklenemedi."),
});

function Join() {
  const invitation = Route.useLoaderData();
  const { token } = Route.useParams();
  if (!invitation) return <InvitationEnded />;
  return invitation.hasAccount
    ? <JoinByLogin invitation={invitation} />
    : <JoinForm invitation={invitation} token={token} />;
}
