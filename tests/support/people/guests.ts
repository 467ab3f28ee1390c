// Guests' browsers: they ask for songs, support them and take them back.
import { strict as assert } from "node:assert";
import type { OwnRequest, SongRequest, Supported } from "../../../server/contract/requests.ts";
import type { TestApp } from "../start/test_app.ts";
import { anyAddress, draft, newGuest } from "./requests.ts";

export type Guest = Awaited<ReturnType<typeof guestOf>>;

/** A guest's browser in this cafe. Each call comes from an address of its own, so that limits by address stay out of the way. */
export async function guestOf(app: TestApp, ownerId: string) {
  const cookie = await newGuest(app);
  const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    app.call(method, path, { body, headers: { cookie, ...more }, address: anyAddress() });
  return {
    cookie,
    /** Asks for a song. */
    async send(changes: Record<string, unknown> = {}): Promise<SongRequest> {
      const response = await call("POST", "/api/requests", draft(ownerId, changes));
      assert.equal(response.status, 201);
      return await response.json();
    },
    /** Asks to add a tip to a request. */
    give: (id: string, tipAmount: unknown, more: Record<string, string> = {}) =>
      call("POST", `/api/requests/${id}/tips`, { tipAmount }, more),
    /** Adds a tip to a request, expecting success. */
    async support(id: string, tipAmount: number): Promise<Supported> {
      const response = await this.give(id, tipAmount);
      assert.equal(response.status, 201);
      return await response.json();
    },
    /** Asks to take a request back. */
    takeBack: (id: string) => call("DELETE", `/api/requests/${id}`),
    /** What the guest sees of the own requests. */
    async mine(headers: Record<string, string> = { cookie }): Promise<OwnRequest[]> {
      const path = `/api/requests/mine?ownerId=${ownerId}`;
      const response = await app.call("GET", path, { headers });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("cache-control"), "no-store");
      return await response.json();
    },
  };
}

/** An answer's status and its body. */
export async function answerOf(answer: Response | Promise<Response>): Promise<[number, unknown]> {
  const response = await answer;
  return [response.status, response.status === 204 ? null : await response.json()];
}

/** The sentence of an answer that has this status. */
export async function sentenceOf(
  answer: Response | Promise<Response>,
  status: number,
): Promise<string> {
  const response = await answer;
  const { msg } = await response.json();
  assert.equal(response.status, status, msg);
  return msg;
}
