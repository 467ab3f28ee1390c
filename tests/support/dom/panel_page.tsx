// A page inside the panel: services are real, the router is a stand-in that counts refreshes.
import { type AnyRouter, RouterContextProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createPanelServices, type PanelServices } from "../../../client/panel/services.ts";
import type { TestApp } from "../start/test_app.ts";
import { type DomPage, openPage } from "./page.ts";

export interface PanelPage extends DomPage {
  services: PanelServices;
  /** How often a component asked the router to load the screen's data again. */
  refreshes(): number;
  /** What happens during a refresh; by default nothing. */
  onRefresh(work: () => Promise<unknown>): void;
  /** How often the server ended the session. */
  endedSessions(): number;
}

/** Opens a page of the panel, logged in with `token`, whose calls go to `server`. */
export async function openPanel(
  { server, token }: { server?: Pick<TestApp, "fetch">; token?: string } = {},
): Promise<PanelPage> {
  const page = await openPage(server);
  let ended = 0;
  let refreshes = 0;
  let refresh: () => Promise<unknown> = () => Promise.resolve();
  const services = createPanelServices(() => void (ended += 1));
  if (token) services.session.storeToken(token);
  const router = {
    options: { context: services },
    async invalidate() {
      refreshes += 1;
      await refresh();
    },
  } as unknown as AnyRouter;
  return {
    ...page,
    services,
    refreshes: () => refreshes,
    onRefresh: (work) => void (refresh = work),
    endedSessions: () => ended,
    render: (element: ReactNode) =>
      page.render(<RouterContextProvider router={router}>{element}</RouterContextProvider>),
  };
}
