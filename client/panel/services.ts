// What the panel's screens share, constructed once (main.tsx) and handed on in the router's context.
import { useRouter } from "@tanstack/react-router";
import { type Confirmation, createConfirmation } from "../lib/confirmation.ts";
import { createNotices, type Notices } from "../lib/notices.ts";
import { createSession, type Session } from "../lib/session.ts";
import { type Api, createApi } from "./api.ts";
import { createDashboardLoader, type DashboardLoader } from "./dashboard/load_dashboard.ts";
import { createPointerGuard, type PointerGuard } from "./pointer_guard.ts";
import { createUnsavedChanges, type UnsavedChanges } from "./unsaved_changes.ts";

export interface PanelServices {
  api: Api;
  confirmation: Confirmation;
  loadDashboard: DashboardLoader;
  notices: Notices;
  pointerGuard: PointerGuard;
  session: Session;
  unsavedChanges: UnsavedChanges;
}

/** `onSessionEnd` is called when the server refuses the login token; it is forgotten by then. */
export function createPanelServices(onSessionEnd: () => void): PanelServices {
  const session = createSession();
  const api = createApi(session, onSessionEnd);
  const confirmation = createConfirmation();
  const pointerGuard = createPointerGuard();
  return {
    api,
    confirmation,
    loadDashboard: createDashboardLoader(api, pointerGuard),
    notices: createNotices(),
    pointerGuard,
    session,
    unsavedChanges: createUnsavedChanges(confirmation),
  };
}

/** The services, in a component. */
export function usePanel(): PanelServices {
  return useRouter().options.context;
}
