// The admin's area: owners are led to their dashboard, strangers to the login (spec 2).
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { Brand } from "../../components/Brand.tsx";
import { enterAs } from "../../lib/session.ts";
import { LogoutButton } from "../LogoutButton.tsx";
import { FrameLoading } from "../ScreenLoading.tsx";

export const Route = createFileRoute("/_admin")({
  beforeLoad: () => {
    const role = enterAs();
    if (role === "owner") throw redirect({ to: "/panel/dashboard" });
    if (role !== "admin") {
      // spec 8
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
  return (
    <>
      <header className="bar">
        <Brand />
        <LogoutButton />
      </header>
      <main className="screen" id="main">
        <Outlet />
      </main>
    </>
  );
}
