// /admin/sessions: the logins of the admin's account.
import { createFileRoute, Link } from "@tanstack/react-router";
import { buttonClass } from "../../../components/Button.tsx";
import { failedWith } from "../../ScreenStates.tsx";
import { loadSessions } from "../../sessions/load_sessions.ts";
import { SessionsScreen } from "../../sessions/SessionsScreen.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_admin/admin/sessions")({
  loader: ({ context }) => loadSessions(context.api),
  head: titled("Güvenlik"),
  component: AdminSessions,
  errorComponent: failedWith("Oturumlar yüklenemedi."),
});

function AdminSessions() {
  const back = <Link to="/admin/payouts" className={buttonClass()}>Ödemelere dön</Link>;
  return <SessionsScreen {...Route.useLoaderData()} back={back} />;
}
