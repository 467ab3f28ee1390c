// The frame of the account screens: the mark above one card (spec 9: 450 px).
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { Brand } from "../../components/Brand.tsx";
import { FrameLoading } from "../ScreenLoading.tsx";

export const Route = createFileRoute("/_account")({
  component: AccountFrame,
  pendingComponent: FrameLoading,
});

function AccountFrame() {
  return (
    <main className="account">
      {/* Out of the panel, so a link of the document and not of the router. */}
      <a className="account-home" href="/" aria-label="Sıradaki, ana sayfa">
        <Brand />
      </a>
      <div className="account-card">
        <Outlet />
      </div>
    </main>
  );
}
