// /admin/sessions: the logins of the admin's account.
import { createFileRoute, Link } from "@tanstack/react-router";
import { buttonClass } from "../../../components/Button.tsx";
import { SECOND_FACTOR, SESSIONS } from "../../queries.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { SessionsScreen } from "../../sessions/SessionsScreen.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_admin/admin/sessions")({
  loader: ({ context: { queries: { load } } }) =>
    Promise.all([load(SESSIONS), load(SECOND_FACTOR)]),
  head: titled("Güvenlik"),
  component: AdminSessions,
  errorComponent: failedWith("Oturumlar yüklenemedi."),
});

function AdminSessions() {
  const back = <Link to="/admin/payouts" className={buttonClass()}>Ödemelere dön</Link>;
  return <SessionsScreen back={back} />;
}
