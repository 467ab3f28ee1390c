// A page inside the panel: services are real, but refreshes are counted and do nothing, and links lead nowhere.
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Notices } from "../../../client/components/Notices.tsx";
import { ROOM } from "../../../client/panel/queries.ts";
import { ConfirmDialog } from "../../../client/panel/routes/__root.tsx";
import { createPanelServices, type PanelServices } from "../../../client/panel/services.ts";
import type { CafeFacts, CafeState } from "../../../client/panel/live/live_cafe.ts";
import { createStore } from "../../../client/lib/store.ts";
import type { TestApp } from "../../support/start/test_app.ts";
import { connection, ownCafe } from "../panel/own_cafe.ts";
import { type DomPage, openPage, perform, settle } from "./page.ts";

export interface PanelPage extends DomPage {
  services: PanelServices;
  /** Renders `element` with the panel's notices and its questions below it. */
  show(element: ReactNode): Promise<void>;
  /** Makes the cafe's facts known, with `changes`, or marks them as stale. */
  know(changes?: Partial<CafeFacts>, stale?: boolean): Promise<void>;
  /** The room tells that something has changed, which puts all answers but the cafe's facts out of date. */
  tell(): Promise<void>;
  /** How often a component asked for the facts again. */
  refreshes(): number;
  /** What happens during a refresh; by default it succeeds at once. Resolves to whether it succeeds. */
  onRefresh(work: () => Promise<boolean | void>): void;
  /** How often the server ended the session. */
  endedSessions(): number;
}

const FACTS: CafeFacts = {
  cafe: ownCafe(),
  requests: [],
  connection: connection(),
};

/** Opens a page of the panel, logged in with `token`, whose calls go to `server`. */
export async function openPanel(
  { server, token }: { server?: Pick<TestApp, "fetch">; token?: string } = {},
): Promise<PanelPage> {
  const page = await openPage(server);
  let ended = 0;
  let refreshes = 0;
  let refresh: () => Promise<boolean | void> = () => Promise.resolve();
  const services = createPanelServices(() => void (ended += 1));
  if (token) services.session.storeToken(token);
  const facts = createStore<CafeState>({ stale: false });
  Object.assign(services.liveCafe, facts, {
    async refresh() {
      refreshes += 1;
      return await refresh() ?? true;
    },
    load: () => services.liveCafe.refresh(),
  });
  const router: AnyRouter = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
    context: services,
    isServer: false,
  });
  const render = (element: ReactNode) =>
    page.render(<RouterContextProvider router={router}>{element}</RouterContextProvider>);
  return {
    ...page,
    services,
    render,
    show: (element) =>
      render(
        <>
          {element}
          <Notices notices={services.notices} close="Bildirimi kapat" />
          <ConfirmDialog confirmation={services.confirmation} />
        </>,
      ),
    know: (changes, stale = false) =>
      perform(() => facts.set({ facts: { ...FACTS, ...changes }, stale })),
    async tell() {
      await perform(() => void services.queries.refreshByItself(ROOM));
      await settle();
    },
    refreshes: () => refreshes,
    onRefresh: (work) => void (refresh = work),
    endedSessions: () => ended,
  };
}
