// Song requests that tests need, sent the way guests and owners send them.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { rooms, songRequests } from "../../../db/schema/requests.ts";
import type { OpenRequest, QueuedSong, SongRequest } from "../../../server/contract/requests.ts";
import { Hono } from "hono";
import type { TestApp } from "../start/test_app.ts";

/** What a guest sends, with `changes`. */
export function draft(ownerId: string, changes: Record<string, unknown> = {}) {
  return {
    songTitle: "Gülpembe",
    artist: "Barış Manço",
    albumArt: "https://i.scdn.co/image/ab67616d00001e02",
    uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC",
    ownerId,
    tipAmount: 10,
    ...changes,
  };
}

/** Sends a request; every one from an address of its own, so that limits stay out of the way. */
export async function submit(
  app: TestApp,
  ownerId: string,
  changes: Record<string, unknown> = {},
): Promise<SongRequest> {
  const body = draft(ownerId, changes);
  return await app.ok("POST", "/api/requests", { body, address: anyAddress() });
}

/** Approves or rejects as the owner with this token. */
export function decide(app: TestApp, token: string, id: string, status: string): Promise<Response> {
  return app.call("PUT", `/api/requests/${id}`, { token, body: { status } });
}

/** Asks to take the last decision about a request back, as the owner with this token. */
export function undo(app: TestApp, token: string, id: string): Promise<Response> {
  return app.call("POST", `/api/requests/${id}/undo`, { token });
}

/** A request that the team has approved: a song of the queue. */
export async function queueSong(
  app: TestApp,
  { ownerId, token }: { ownerId: string; token: string },
  changes: Record<string, unknown> = {},
): Promise<SongRequest> {
  const request = await submit(app, ownerId, changes);
  assert.equal((await decide(app, token, request._id, "approved")).status, 200);
  return request;
}

/** The owner's list: what is pending and what is in the queue. */
export async function openRequestsOf(
  app: TestApp,
  { token }: { token: string },
): Promise<OpenRequest[]> {
  return await app.ok("GET", "/api/requests", { token });
}

/** A request as it is stored. */
export async function storedRequest({ deps }: TestApp, id: string) {
  const { read } = deps.db;
  return (await read.select().from(songRequests).where(eq(songRequests.id, id)).get())!;
}

/** What is kept of the owner's room: its revision, and how many of its requests are pending. */
export async function roomOf({ deps }: TestApp, { ownerId }: { ownerId: string }) {
  return (await deps.db.read.select().from(rooms).where(eq(rooms.ownerId, ownerId)).get())!;
}

/** The public queue. */
export async function queueOf(app: TestApp, ownerId: string): Promise<QueuedSong[]> {
  return await app.ok("GET", `/api/requests/queue/${ownerId}`);
}

/** The Cookie header of a new guest. */
export async function newGuest(app: Pick<TestApp, "deps">): Promise<string> {
  const page = new Hono().get("/", (c) => c.text(app.deps.guestCookies.issue(c)));
  const response = await page.request("/");
  return response.headers.get("set-cookie")!.split(";")[0]!;
}

let last = 0;
/** An address that no other call has used (RFC 2544's range for tests: 198.18.0.0/15). */
export function anyAddress(): string {
  last += 1;
  return `198.18.${Math.floor(last / 250) % 256}.${last % 250}`;
}
