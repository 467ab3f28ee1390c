// The frame around every screen of the panel.
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { ConfirmDialog, MissingScreen, Title } from "../Root.tsx";
import { type PanelServices, usePanel } from "../services.ts";

export const Route = createRootRouteWithContext<PanelServices>()({
  component: Root,
  notFoundComponent: MissingScreen,
});

function Root() {
  const { confirmation } = usePanel();
  return (
    <>
      <Title />
      <Outlet />
      <ConfirmDialog confirmation={confirmation} />
    </>
  );
}
