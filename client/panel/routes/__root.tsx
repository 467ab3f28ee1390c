// The frame around every screen of the panel.
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { MissingScreen } from "../MissingScreen.tsx";
import { type PanelServices, usePanel } from "../services.ts";
import { Title } from "../Title.tsx";

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
