// The frame of the owner's screens. Admins are redirected to the payouts, users without a login to the login.
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { NavBar } from "../NavBar.tsx";
import { FrameLoading } from "../ScreenLoading.tsx";

export const Route = createFileRoute("/_owner")({
  beforeLoad: ({ context }) => {
    const role = context.session.enter();
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
