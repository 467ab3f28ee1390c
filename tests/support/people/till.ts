// Cafes whose guests pay their tips at the till, and their songs.
import type { WhyEnded } from "../../../db/plays/plays.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import type { Tick, TillDays, TillSong, TillTip } from "../../../server/contract/payouts.ts";
import type { Deps } from "../../../server/deps.ts";
import type { TestApp } from "../start/test_app.ts";
import type { TestOwner } from "./factories.ts";
import { insertPlayed } from "./plays.ts";
import { openRequestsOf } from "./requests.ts";

/**
 * A song whose tip is paid at the till, which was played at `atMs` (epoch) and of whose tip the till has `receivedKurus`.
 * Returns the id of its request.
 */
export async function tillSong(
  deps: Pick<Deps, "db" | "now">,
  ownerId: string,
  { tipKurus, receivedKurus = 0, atMs = deps.now(), whyEnded = "finished" }: {
    tipKurus: number;
    receivedKurus?: number;
    atMs?: number;
    whyEnded?: WhyEnded;
  },
): Promise<string> {
  const song = { songTitle: "Holding", artist: "Kibariye", tipKurus, receivedKurus, atMs };
  const end = { state: "ended", endedAt: atMs, whyEnded } as const;
  return await insertPlayed(deps, ownerId, song, end);
}

/** Asks to tick a request. */
export function tick(
  app: TestApp,
  { token }: Pick<TestOwner, "token">,
  id: string,
  body: Tick = { received: true },
): Promise<Response> {
  return app.call("PUT", `/api/requests/${id}/received`, { token, body });
}

/** Ticks a request, expecting success. */
export async function ticked(...args: Parameters<typeof tick>): Promise<TillTip> {
  const [app, { token }, id, body = { received: true }] = args;
  return await app.ok("PUT", `/api/requests/${id}/received`, { token, body });
}

/** What the till was to have, and had, on the last days, oldest first: `[expected, received]` in TL. */
export async function tillDays(
  app: TestApp,
  { token }: TestOwner,
  days = 1,
): Promise<[number, number][]> {
  const found: TillDays = await app.ok("GET", `/api/payouts/till?days=${days}`, { token });
  return found.days.map(({ expected, received }) => [expected, received]);
}

/** The songs of the page 'Kasa': title, what is due and what was received, newest first. */
export async function tillSongs(
  app: TestApp,
  { token }: TestOwner,
): Promise<[string, number, number][]> {
  const songs: TillSong[] = await app.ok("GET", "/api/payouts/till/songs", { token });
  return songs.map((song) => [song._id, song.dueAmount, song.receivedAmount]);
}

/** The owner's list: what the till has of each request. */
export async function openTips(
  app: TestApp,
  { token }: TestOwner,
): Promise<Pick<OpenRequest, "atTill" | "receivedAmount" | "received">[]> {
  return (await openRequestsOf(app, { token })).map(({ atTill, receivedAmount, received }) => ({
    ...{ atTill, receivedAmount, received },
  }));
}
