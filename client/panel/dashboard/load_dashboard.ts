// The dashboard's data: loaded when the screen is opened, and again after every change.
import type { OwnCafe } from "../../../server/contract/cafes.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { ApiError } from "../../lib/http.ts";
import type { Api } from "../api.ts";
import type { PointerGuard } from "../pointer_guard.ts";
import { type Connection, readConnection } from "./read_connection.ts";

export interface DashboardData {
  cafe: OwnCafe;
  requests: SongRequest[];
  connection: Connection;
  /** Whether the last refresh failed: the data is from an earlier one. */
  stale: boolean;
}

/** Loads everything, and resolves while no pointer is pressed. @throws ApiError, NetworkError */
export type DashboardLoader = (
  load: { cause: string; abortController: AbortController },
) => Promise<DashboardData>;

/**
 * A refresh (`cause` is "stay": the screen is shown already) that fails resolves to the data that is shown, so that
 * the lists do not disappear in the middle of an evening.
 */
export function createDashboardLoader(api: Api, pointerGuard: PointerGuard): DashboardLoader {
  let shown: DashboardData | undefined;

  return async ({ cause, abortController }) => {
    if (cause === "enter") shown = undefined;
    const fresh = await fetchData(api).catch((error) => {
      if (!shown || isFinal(error)) throw error;
    });
    await pointerGuard.released();
    const data = fresh ?? { ...shown!, stale: true };
    // An answer that arrives after the screen was left may be about a user who has logged out since.
    if (!abortController.signal.aborted) shown = data;
    return data;
  };
}

async function fetchData(api: Api): Promise<DashboardData> {
  const [cafe, requests, connection] = await Promise.all([
    api("GET /api/cafes/me"),
    api("GET /api/requests"),
    readConnection(api),
  ]);
  // Logged only here: if nothing could be reached, the failure says nothing about the music account.
  if ("unchecked" in connection) {
    console.error("Cannot check the music account:", connection.unchecked);
  }
  return { cafe, requests, connection, stale: false };
}

/** Whether another attempt would fail too: the login has ended, or is not an owner's. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
