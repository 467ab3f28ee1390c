// The dashboard's facts: loaded when it is opened, and again with every change.
import type { OwnCafe } from "../../../server/contract/cafes.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { ApiError } from "../../lib/http.ts";
import { api } from "../api.ts";
import { type Connection, readConnection } from "./read_connection.ts";
import { untouched } from "./untouched.ts";

export interface DashboardFacts {
  cafe: OwnCafe;
  requests: SongRequest[];
  connection: Connection;
  /** The last try to load them failed: these are from before. */
  stale: boolean;
}

let shown: DashboardFacts | undefined;

/**
 * Loads everything, and holds it back while a finger is down. A refresh that fails (`cause` 'stay': the screen
 * is there already) answers with what is shown: the bar is not left without its lists.
 * @throws ApiError, NetworkError
 */
export async function loadDashboard(
  { cause, abortController }: { cause: string; abortController: AbortController },
): Promise<DashboardFacts> {
  if (cause === "enter") shown = undefined;
  const fresh = await fetchFacts().catch((error) => {
    if (!shown || isFinal(error)) throw error;
  });
  await untouched();
  const facts = fresh ?? { ...shown!, stale: true };
  // An answer that comes once its screen was left may be about somebody who has logged out since.
  if (!abortController.signal.aborted) shown = facts;
  return facts;
}

async function fetchFacts(): Promise<DashboardFacts> {
  const [cafe, requests, connection] = await Promise.all([
    api.cafe(),
    api.requests(),
    readConnection(),
  ]);
  // Where nothing can be reached at all, that is no news about the music account.
  if ("unchecked" in connection) {
    console.error("Cannot check the music account:", connection.unchecked);
  }
  return { cafe, requests, connection, stale: false };
}

/** Another try would fare no better: the login has ended, or is not an owner's. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
