// The owner's area: nobody without a login, and the bar that leads around (spec 2).
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { enterAs } from "../../lib/session.ts";
import { NavBar } from "../NavBar.tsx";
import { FrameLoading } from "../ScreenLoading.tsx";

export const Route = createFileRoute("/_owner")({
  beforeLoad: () => {
    const role = enterAs();
    if (!role) throw redirect({ to: "/panel/login" });
    if (role === "admin") throw redirect({ to: "/admin/payouts" });
  },
  component: OwnerFrame,
  pendingComponent: FrameLoading,
});

function OwnerFrame() {
  return (
    <>
      <NavBar />
      <main className="screen" id="main">
        <Outlet />
      </main>
    </>
  );
}
