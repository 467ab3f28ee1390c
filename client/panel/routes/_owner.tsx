// The frame of the cafe's screens. Who may open none of them is redirected to their own first screen, users without a
// login to the login, and staff who ask for a screen of the owner to the one that says so.
import {
  createFileRoute,
  Outlet,
  redirect,
  useMatches,
  useMatchRoute,
} from "@tanstack/react-router";
import { useEffect } from "react";
import { DemoBanner } from "../../components/Notice.tsx";
import { Notices } from "../../components/Notices.tsx";
import { OfflineSign } from "../../components/OfflineSign.tsx";
import { Announcer } from "../live/Announcer.tsx";
import { type CafeFacts, useFacts } from "../live/use_facts.ts";
import { useLiveRefresh, useUndoKey } from "../use_owner_frame.ts";
import { HOME, mayOpen } from "../may_open.ts";
import { useKeptMusic } from "../keep_music.ts";
import { NavBar } from "../menu/NavBar.tsx";
import { PlayerBar } from "../player/PlayerBar.tsx";
import { FrameLoading } from "../ScreenStates.tsx";
import { usePanel } from "../services.ts";
import { needsAccount } from "../source_traits.ts";

export const Route = createFileRoute("/_owner")({
  beforeLoad: ({ context, location }) => {
    const role = context.session.enter();
    context.queries.enter(context.session.user());
    if (!role) throw redirect({ to: "/panel/login", state: { returnTo: location.href } });
    if (role === "admin" || role === "cafeless") throw redirect({ to: HOME[role] });
    if (!mayOpen(context.session, location.pathname)) {
      throw redirect({ to: "/panel/owners-only", replace: true });
    }
  },
  component: OwnerFrame,
  pendingComponent: FrameLoading,
});

function OwnerFrame() {
  const { chime, notices, queries, speaker, undo } = usePanel();
  // The player's page has the bar's buttons in its display.
  const hasOwnBar = useMatchRoute()({ to: "/panel/player" }) !== false;
  const facts = useFacts();
  const isLoading = useMatches({
    select: (matches) => matches.some(({ status }) => status === "pending"),
  });
  const offline = useLiveRefresh();
  useUndoKey();
  useKeptMusic();
  // The next user may be another owner, or the same person at another of their cafes.
  useEffect(() => () => {
    speaker.current()?.close();
    speaker.set(undefined);
    queries.forget();
    undo.forget();
  }, []);
  return (
    <>
      <NavBar />
      {/* Before the screen, so that a keyboard need not pass a long list to reach it. It is shown below. */}
      <div className="dock">
        <Notices notices={notices} close="Bildirimi kapat" />
        <OfflineSign offline={offline} text="Bağlantı yok" more="yeniden bağlanılıyor" />
        {!hasOwnBar && <PlayerBar />}
      </div>
      <main className="screen" id="main">
        <Outlet />
      </main>
      {
        /* Below the screen, which it does not move when the cafe becomes known. Not below a screen that is loading, which
          becomes higher and would move it. */
      }
      {isDemo(facts) && !isLoading && (
        <DemoBanner text="Demo: Spotify yerine, ses çıkarmayan örnek bir müzik hesabı kullanılıyor." />
      )}
      <Announcer requests={facts?.requests} onNew={chime.ring} />
    </>
  );
}

/** Whether the cafe's music comes from the demo account. */
function isDemo(facts: CafeFacts | undefined): boolean {
  return facts !== undefined && needsAccount(facts.cafe.source) &&
    "demo" in facts.connection && facts.connection.demo;
}
