// An evening at a cafe on a live server: an owner, guests' requests, and songs to find.
import type { ErrorCode } from "../../../server/contract/error_codes.ts";
import { ERROR_TABLE, errorBody } from "../../../server/http/error_table.ts";
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { FoundSong } from "../../../server/contract/music.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { createOwner, type TestOwner } from "../../support/people/factories.ts";
import type { ServedApp } from "../../support/start/served_app.ts";
import { decide, queueSong, submit } from "../../support/people/requests.ts";

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
  const { ownerId, token } = owner;
  return {
    ...owner,
    cafeUrl: `${server.origin}/cafe/${owner.cafeId}`,
    submit: (changes) => submit(server, ownerId, changes),
    async decide(id, status) {
      assert.equal((await decide(server, token, id, status)).status, 200);
    },
    pending: async () => await (await server.call("GET", "/api/requests", { token })).json(),
    queueSong: (changes) => queueSong(server, owner, changes),
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
