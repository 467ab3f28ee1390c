// The frame of the owner's screens. Admins are redirected to the payouts, users without a login to the login.
import { createFileRoute, Outlet, redirect, useMatchRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { Notices } from "../../components/Notices.tsx";
import { OfflineSign } from "../../components/OfflineSign.tsx";
import { useStore } from "../../lib/store.ts";
import { Announcer } from "../live/Announcer.tsx";
import { useLiveRefresh } from "../live/use_live_refresh.ts";
import { NavBar } from "../NavBar.tsx";
import { PlayerBar } from "../player/PlayerBar.tsx";
import { FrameLoading } from "../ScreenLoading.tsx";
import { usePanel } from "../services.ts";
import { useUndoKey } from "../use_undo_key.ts";

export const Route = createFileRoute("/_owner")({
  beforeLoad: ({ context, location }) => {
    const role = context.session.enter();
    if (!role) throw redirect({ to: "/panel/login", state: { returnTo: location.href } });
    if (role === "admin") throw redirect({ to: "/admin/payouts" });
  },
  component: OwnerFrame,
  pendingComponent: FrameLoading,
});

function OwnerFrame() {
  const { chime, liveCafe, notices, speaker, undo } = usePanel();
  // The player's page has the bar's buttons in its display.
  const hasOwnBar = useMatchRoute()({ to: "/panel/player" }) !== false;
  const { facts } = useStore(liveCafe);
  const offline = useLiveRefresh();
  useUndoKey();
  // The next user may be another owner.
  useEffect(() => () => {
    speaker.current()?.close();
    speaker.set(undefined);
    [liveCafe, undo].forEach((known) => known.forget());
  }, []);
  return (
    <>
      <NavBar />
      {/* Before the screen, so that a keyboard need not pass a long list to reach it. It is shown below. */}
      <div className="dock">
        <Notices notices={notices} />
        <OfflineSign offline={offline} />
        {!hasOwnBar && <PlayerBar />}
      </div>
      <main className="screen" id="main">
        <Outlet />
      </main>
      <Announcer requests={facts?.requests} onNew={chime.ring} />
    </>
  );
}
