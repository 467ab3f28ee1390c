// The panel's router: how every route waits, fails and scrolls.
import { QueryClientProvider } from "@tanstack/react-query";
import { type AnyRouter, createRouter, type ParsedLocation } from "@tanstack/react-router";
import type { NoticeProps } from "../components/Notice.tsx";
import { LoadFailed, ScreenLoading } from "./ScreenStates.tsx";
import { routeTree } from "./route_tree.gen.ts";
import type { PanelServices } from "./services.ts";

/**
 * Returns a function for the router's `scrollRestoration`, which asks after each load whether to scroll. The answer
 * is no for a refresh, that is, a load of the history entry that is shown already: the router would scroll back to
 * where the page was when the refresh began, and forget where it is now. After a load that has `failed` the screen
 * is not shown yet, so the next load of the same entry scrolls.
 */
function scrollUnlessRefreshed(
  failed: () => boolean,
): (options: { location: ParsedLocation }) => boolean {
  let shownEntry: string | undefined;
  return ({ location }) => {
    // Each entry of the history has a key of its own.
    const entry = location.state.__TSR_key ?? location.href;
    if (entry !== shownEntry) {
      shownEntry = failed() ? undefined : entry;
      return true;
    }
    // Every load makes the router forget that the page was scrolled. This event makes it read the position again.
    document.dispatchEvent(new Event("scroll"));
    return false;
  };
}

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
    Wrap: ({ children }) => (
      <QueryClientProvider client={services.queries.client}>{children}</QueryClientProvider>
    ),
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

// Moves the focus to the heading after a change of screen, so that screen readers announce the new screen.

export function focusHeadings(router: AnyRouter): void {
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    // Screen readers read the first screen from its top, and a refresh must not move the focus.
    if (!fromLocation || !pathChanged) return;
    const active = document.activeElement;
    // The screen has focused a field of its own.
    if (active instanceof HTMLInputElement) return;
    // The router scrolls the page (scrollUnlessRefreshed).
    document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  });
}
