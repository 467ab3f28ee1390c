// The frame around every screen of the panel.
import { createRootRoute, HeadContent, Outlet } from "@tanstack/react-router";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { Notices } from "../../components/Notices.tsx";
import { MissingScreen } from "../MissingScreen.tsx";

export const Route = createRootRoute({ component: Root, notFoundComponent: MissingScreen });

function Root() {
  return (
    <>
      <HeadContent />
      <Outlet />
      <Notices />
      <ConfirmDialog />
    </>
  );
}
