// /panel/sessions: the logins of the person's account.
import { createFileRoute, Link } from "@tanstack/react-router";
import { buttonClass } from "../../../components/Button.tsx";
import { SECOND_FACTOR, SESSIONS } from "../../queries.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { useMayOpen } from "../../use_may_open.ts";
import { SessionsScreen } from "../../sessions/SessionsScreen.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/sessions")({
  loader: ({ context: { queries: { load } } }) =>
    Promise.all([load(SESSIONS), load(SECOND_FACTOR)]),
  head: titled("Güvenlik"),
  component: OwnSessions,
  errorComponent: failedWith("Oturumlar yüklenemedi."),
});

function OwnSessions() {
  const back = useMayOpen()("/panel/profile")
    ? <Link to="/panel/profile" className={buttonClass()}>Profile dön</Link>
    : <Link to="/panel/cafes" className={buttonClass()}>Hesabıma dön</Link>;
  return <SessionsScreen back={back} />;
}
