// A page inside the panel: services are real, but refreshes are counted and do nothing, and links lead nowhere.
import { QueryClientProvider } from "@tanstack/react-query";
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Notices } from "../../../client/components/Notices.tsx";
import { ACCOUNT, type Asked, CAFE, FRAME, REQUESTS, ROOM } from "../../../client/panel/queries.ts";
import { ConfirmDialog } from "../../../client/panel/routes/__root.tsx";
import { createPanelServices, type PanelServices } from "../../../client/panel/services.ts";
import type { CafeFacts } from "../../../client/panel/live/use_facts.ts";
import type { TestApp } from "../../support/start/test_app.ts";
import { connection, ownCafe } from "../panel/own_cafe.ts";
import { type DomPage, openPage, perform, settle } from "./page.ts";

export interface PanelPage extends DomPage {
  services: PanelServices;
  /** Renders `element` with the panel's notices and its questions below it. */
  show(element: ReactNode): Promise<void>;
  /** Makes the cafe's facts known, with `changes`, or marks its requests as `stale`: they could not be read again. */
  know(changes?: Partial<CafeFacts>, stale?: boolean): Promise<void>;
  /** The room tells that something has changed, which puts all answers but the cafe's facts out of date. */
  tell(): Promise<void>;
  /** How often a component asked for the facts again. */
  refreshes(): number;
  /** What happens during a refresh; by default it is over at once. */
  onRefresh(work: () => Promise<void>): void;
  /** How often the server ended the session. */
  endedSessions(): number;
}

const FACTS: CafeFacts = {
  cafe: ownCafe(),
  requests: [],
  connection: connection(),
};

interface PanelOptions {
  server?: Pick<TestApp, "fetch">;
  token?: string;
  /** Whether the cafe's facts come from the network too, and not by `know` alone. */
  asksForFacts?: boolean;
}

/** Opens a page of the panel, logged in with `token`, whose calls go to `server`. */
export async function openPanel(
  { server, token, asksForFacts = false }: PanelOptions = {},
): Promise<PanelPage> {
  const page = await openPage(server);
  let ended = 0;
  let refreshes = 0;
  let refresh = () => Promise.resolve();
  const services = createPanelServices(() => void (ended += 1));
  if (token) services.session.storeToken(token);
  const { client } = services.queries;
  const { refreshRoom } = services.queries;
  services.queries.refreshRoom = (byItself) => {
    refreshes += 1;
    return asksForFacts ? refreshRoom(byItself) : refresh();
  };
  for (const { queryKey } of asksForFacts ? [] : [CAFE, REQUESTS, ACCOUNT]) {
    client.setQueryDefaults(queryKey, { queryFn: () => new Promise(() => {}) });
  }
  const fail = ({ queryKey }: Pick<Asked<unknown>, "queryKey">, error: unknown) => {
    const state = { status: "error", error, errorUpdateCount: 1 } as never;
    client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey })).setState(state);
  };
  const router: AnyRouter = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
    context: services,
    isServer: false,
  });
  const render = (element: ReactNode) =>
    page.render(
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router}>{element}</RouterContextProvider>
      </QueryClientProvider>,
    );
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
      perform(() => {
        const { cafe, requests, connection } = { ...FACTS, ...changes };
        client.setQueryData(CAFE.queryKey, cafe);
        client.setQueryData(REQUESTS.queryKey, requests);
        if (stale) fail(REQUESTS, new Error("offline"));
        if ("unchecked" in connection) fail(ACCOUNT, connection.unchecked);
        else client.setQueryData(ACCOUNT.queryKey, connection);
      }),
    async tell() {
      const names = ROOM.filter((name) => !FRAME.includes(name));
      await perform(() => void services.queries.refreshByItself(names));
      await settle();
    },
    refreshes: () => refreshes,
    onRefresh: (work) => void (refresh = work),
    endedSessions: () => ended,
  };
}
