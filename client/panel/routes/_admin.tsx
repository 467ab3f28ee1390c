// The frame of the admin's screens. Others are redirected to their own first screen, or to the login.
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { useEffect } from "react";
import { Brand } from "../../components/Brand.tsx";
import { Notices } from "../../components/Notices.tsx";
import { OfflineSign } from "../../components/OfflineSign.tsx";
import { useStore } from "../../lib/store.ts";
import { HOME } from "../may_open.ts";
import { LogoutButton } from "../menu/LogoutButton.tsx";
import { FrameLoading } from "../ScreenStates.tsx";
import { usePanel } from "../services.ts";

export const Route = createFileRoute("/_admin")({
  beforeLoad: ({ context }) => {
    const role = context.session.enter();
    context.queries.enter(context.session.user());
    if (role && role !== "admin") throw redirect({ to: HOME[role] });
    if (!role) {
      throw redirect({
        to: "/panel/login",
        state: { message: "Lütfen admin olarak giriş yapın.", messageKind: "info" },
      });
    }
  },
  component: AdminFrame,
  pendingComponent: FrameLoading,
});

function AdminFrame() {
  const { notices, queries } = usePanel();
  const isOld = useStore(queries.stale);
  // The next user is another one.
  useEffect(() => () => queries.forget(), [queries]);
  return (
    <>
      <header className="bar">
        <Brand />
        <LogoutButton />
      </header>
      <main className="screen" id="main">
        <Outlet />
      </main>
      <div className="dock">
        <Notices notices={notices} close="Bildirimi kapat" />
        <OfflineSign offline={isOld} text="Bağlantı yok" more="yeniden bağlanılıyor" />
      </div>
    </>
  );
}
