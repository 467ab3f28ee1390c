// An evening at a cafe on a live server: an owner, guests' requests, and songs to find.
import type { ErrorCode } from "../../../server/contract/error_codes.ts";
import { ERROR_TABLE, errorBody } from "../../../server/http/error_table.ts";
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { FoundSong } from "../../../server/contract/music.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { createOwner, type TestOwner } from "../people/factories.ts";
import type { ServedApp } from "../start/served_app.ts";
import { draft } from "../people/requests.ts";

export interface Evening extends TestOwner {
  cafeUrl: string;
  /** Sends a request without a guest cookie. */
  submit(changes?: Record<string, unknown>): Promise<SongRequest>;
  decide(id: string, status: "approved" | "rejected"): Promise<void>;
  /** What waits for a decision, oldest first. */
  pending(): Promise<SongRequest[]>;
  /** A song that is in the queue. */
  queueSong(changes?: Record<string, unknown>): Promise<SongRequest>;
}

export async function openCafe(server: ServedApp, name = "Kahve Durağı"): Promise<Evening> {
  const owner = await createOwner(server.deps, name);
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { "content-type": "application/json", "x-auth-token": owner.token };
    const init = { method, headers, body: JSON.stringify(body) };
    const response = await fetch(server.origin + path, init);
    const answer = await response.json();
    assert.ok(response.ok, `${method} ${path}: ${answer.msg}`);
    return answer;
  };
  const submit = (changes = {}) => call("POST", "/api/requests", draft(owner.ownerId, changes));
  const decide = (id: string, status: string) => call("PUT", `/api/requests/${id}`, { status });
  return {
    ...owner,
    cafeUrl: `${server.origin}/cafe/${owner.cafeId}`,
    submit,
    decide,
    pending: () => call("GET", "/api/requests"),
    async queueSong(changes) {
      const request = await submit(changes);
      await decide(request._id, "approved");
      return request;
    },
  };
}

export const SONGS: FoundSong[] = [
  song("1", "Gülpembe", "Barış Manço", "/demo/covers/1.svg"),
  song("2", "Islak Islak", "Cem Karaca", ""),
];

/** Lets every search of `page` find `songs`. */
export async function answerSearch(page: Page, songs = SONGS): Promise<void> {
  await page.route("**/api/music/search?*", (route) => route.fulfill({ json: songs }));
}

/** Lets calls of `page` to `path` fail as the server would refuse them. */
export async function refuse(
  page: Page,
  path: string,
  code: ErrorCode,
  msg?: string,
): Promise<void> {
  const json = errorBody({ code, detail: { msg } });
  await page.route(path, (route) => route.fulfill({ status: ERROR_TABLE[code][0], json }));
}

function song(id: string, title: string, artist: string, albumArt: string): FoundSong {
  return {
    id,
    title,
    artist,
    albumArt,
    uri: `spotify:track:${id.padStart(22, "0")}`,
    durationMs: 225_000,
    explicit: false,
  };
}
