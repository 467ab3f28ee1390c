// /panel/sessions: the logins of the person's account.
import { createFileRoute, Link } from "@tanstack/react-router";
import { buttonClass } from "../../../components/Button.tsx";
import { failedWith } from "../../ScreenStates.tsx";
import { loadSessions } from "../../sessions/load_sessions.ts";
import { useMayOpen } from "../../use_may_open.ts";
import { SessionsScreen } from "../../sessions/SessionsScreen.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/sessions")({
  loader: ({ context }) => loadSessions(context.api),
  head: titled("Güvenlik"),
  component: OwnSessions,
  errorComponent: failedWith("Oturumlar yüklenemedi."),
});

function OwnSessions() {
  const back = useMayOpen()("/panel/profile")
    ? <Link to="/panel/profile" className={buttonClass()}>Profile dön</Link>
    : <Link to="/panel/cafes" className={buttonClass()}>Hesabıma dön</Link>;
  return <SessionsScreen {...Route.useLoaderData()} back={back} />;
}
