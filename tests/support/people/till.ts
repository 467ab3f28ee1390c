// Cafes whose guests pay their tips at the till, and their songs.
import { strict as assert } from "node:assert";
import type { WhyEnded } from "../../../db/plays.ts";
import { plays, songRequests } from "../../../db/schema/requests.ts";
import { tillReceipts } from "../../../db/schema/money.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import type { Tick, TillDays, TillSong, TillTip } from "../../../server/contract/payouts.ts";
import type { Deps } from "../../../server/deps.ts";
import { newId } from "../../../server/ids.ts";
import type { TestApp } from "../start/test_app.ts";
import type { TestOwner } from "./factories.ts";
import { openRequestsOf } from "./requests.ts";

/**
 * A song whose tip is paid at the till, which was played at `atMs` (epoch) and of whose tip the till has `receivedKurus`.
 * Returns the id of its request.
 */
export async function tillSong(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  { tipKurus, receivedKurus = 0, atMs = now(), whyEnded = "finished" }: {
    tipKurus: number;
    receivedKurus?: number;
    atMs?: number;
    whyEnded?: WhyEnded;
  },
): Promise<string> {
  const id = newId(atMs);
  const song = { uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC", artist: "Kibariye", albumArt: "" };
  const request = { ...song, id, ownerId, tipKurus, songTitle: "Holding", createdAt: atMs };
  const play = { ...song, id, ownerId, requestId: id, source: "spotify", title: "Holding" };
  const ended = { state: "ended" as const, sentAt: atMs, startedAt: atMs, endedAt: atMs, whyEnded };
  await db.write((d) => [
    d.insert(songRequests).values({ ...request, status: "played", atTill: true }),
    d.insert(plays).values({ ...play, ...ended }),
    ...receivedKurus > 0
      ? [
        d.insert(tillReceipts).values({
          ...{ id, ownerId, requestId: id, kurus: receivedKurus, createdAt: atMs },
        }),
      ]
      : [],
  ]);
  return id;
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
  const answer = await tick(...args);
  const body = await answer.json();
  assert.equal(answer.status, 200, body.msg);
  return body;
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
