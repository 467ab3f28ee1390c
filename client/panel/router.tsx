// The panel's router: how every route waits, fails and scrolls.
import { createRouter } from "@tanstack/react-router";
import type { NoticeProps } from "../components/Notice.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { routeTree } from "./route_tree.gen.ts";
import { ScreenLoading } from "./ScreenLoading.tsx";
import { scrollUnlessRefreshed } from "./scroll_restoration.ts";
import type { PanelServices } from "./services.ts";

/** A load that takes less shows no loading screen. */
const PENDING_AFTER_MS = 200;

export function createPanelRouter(services: PanelServices) {
  const router = createRouter({
    routeTree,
    context: services,
    defaultStaleTime: 0,
    // Loaded data is dropped with its screen: the next user to open it may be another owner.
    defaultGcTime: 0,
    defaultPendingMs: PENDING_AFTER_MS,
    defaultPendingMinMs: 0,
    scrollRestoration: scrollUnlessRefreshed(hasFailed),
    defaultPendingComponent: ScreenLoading,
    defaultErrorComponent: LoadFailed,
  });
  // Not `pathChanged`: until a screen is loaded, that compares with the one before, and a screen may change its search.
  let path: string | undefined;
  router.subscribe("onBeforeNavigate", ({ toLocation: { pathname } }) => {
    if (pathname !== path) leaveNotices(services);
    path = pathname;
  });
  return router;

  function hasFailed(): boolean {
    return router.state.matches.some(({ status }) => status === "error");
  }
}

/** A notice is about its screen, so it goes with it. What can still be undone stays. */
function leaveNotices({ notices }: PanelServices): void {
  for (const { id, action } of notices.current()) if (!action) notices.dismiss(id);
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createPanelRouter>;
  }
  /** What one screen hands to the next without showing it in the address. */
  interface HistoryState {
    message?: string;
    /** The kind of `message`; success by default. */
    messageKind?: NoticeProps["kind"];
    /** The panel's own address that asked for the login. */
    returnTo?: string;
    email?: string;
    /** When a code was last sent, in epoch ms. */
    codeSentAt?: number;
  }
}
