// The frame of the account screens: the brand above one card.
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { Brand } from "../../components/Brand.tsx";
import { Notices } from "../../components/Notices.tsx";
import { FrameLoading } from "../ScreenStates.tsx";
import { usePanel } from "../services.ts";

export const Route = createFileRoute("/_account")({
  component: AccountFrame,
  pendingComponent: FrameLoading,
});

function AccountFrame() {
  const { notices } = usePanel();
  return (
    <>
      <main className="account">
        {/* This leads out of the panel, so it is a plain link and not the router's. */}
        <a className="account-home" href="/" aria-label="Sıradaki, ana sayfa">
          <Brand />
        </a>
        <div className="account-card">
          <Outlet />
        </div>
      </main>
      <div className="dock">
        <Notices notices={notices} close="Bildirimi kapat" />
      </div>
    </>
  );
}
