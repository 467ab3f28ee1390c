// The frame around every screen of the panel.
import { createRootRouteWithContext, HeadContent, Outlet } from "@tanstack/react-router";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { Notices } from "../../components/Notices.tsx";
import { MissingScreen } from "../MissingScreen.tsx";
import { type PanelServices, usePanel } from "../services.ts";

export const Route = createRootRouteWithContext<PanelServices>()({
  component: Root,
  notFoundComponent: MissingScreen,
});

function Root() {
  const { confirmation, notices } = usePanel();
  return (
    <>
      <HeadContent />
      <Outlet />
      <Notices notices={notices} />
      <ConfirmDialog confirmation={confirmation} />
    </>
  );
}
