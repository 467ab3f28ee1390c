// The panel's router: what every route does while it waits, when it fails and after it has changed.
import { createRouter } from "@tanstack/react-router";
import type { NoticeProps } from "../components/Notice.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { routeTree } from "./route_tree.gen.ts";
import { ScreenLoading } from "./ScreenLoading.tsx";
import { unlessRefreshed } from "./scroll_restoration.ts";

/** Below this a wait is not worth a sign of it. */
const PENDING_AFTER_MS = 200;

export const router = createRouter({
  routeTree,
  defaultStaleTime: 0,
  // What a screen showed goes with it: the next to open it may be another owner, and a form would start from it.
  defaultGcTime: 0,
  defaultPendingMs: PENDING_AFTER_MS,
  defaultPendingMinMs: 0,
  scrollRestoration: unlessRefreshed(failed),
  defaultPendingComponent: ScreenLoading,
  defaultErrorComponent: LoadFailed,
});

function failed(): boolean {
  return router.state.matches.some(({ status }) => status === "error");
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  /** What one screen hands over to the next, out of the address (spec 2). */
  interface HistoryState {
    message?: string;
    /** What kind of message that is: good news unless said. */
    messageKind?: NoticeProps["kind"];
    email?: string;
    /** When the registration's code was sent, epoch ms. */
    codeSentAt?: number;
  }
}
