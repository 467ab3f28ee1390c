// A cafe in the evening: an owner with a connected account and songs in the queue.
import { eq } from "drizzle-orm";
import { tracks } from "../../../db/schema/music.ts";
import type { SearchResult } from "../../../server/contract/music.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { connect } from "./connection.ts";
import { createOwner, type TestOwner } from "./factories.ts";
import { anyAddress, queueSong } from "./requests.ts";
import type { TestApp } from "../start/test_app.ts";
import { until } from "../time/until.ts";

/** A verified owner whose music account is connected. */
export async function connectedOwner(app: TestApp): Promise<TestOwner> {
  const owner = await createOwner(app.deps);
  await connect(app, owner.token);
  return owner;
}

/** GET /api/spotify/search, expecting success. */
export async function search(app: TestApp, term: string): Promise<SearchResult[]> {
  return await app.ok("GET", `/api/spotify/search?term=${encodeURIComponent(term)}`, {
    address: anyAddress(),
  });
}

/** The same, until the songs are known, which no answer waits for: they are found when the service cannot be asked. */
export async function searchAndKeep(app: TestApp, term: string): Promise<SearchResult[]> {
  const songs = await search(app, term);
  const { uri } = songs.at(-1)!;
  await until(async () => {
    const known = await app.deps.db.read.select().from(tracks).where(eq(tracks.uri, uri));
    return known.length > 0;
  });
  return songs;
}

/** Songs of the demo catalogue, requested with these tips (TL) and approved, in this order. */
export async function queueUp(
  app: TestApp,
  { ownerId, token }: TestOwner,
  tips: number[],
): Promise<SongRequest[]> {
  const songs = await search(app, "a");
  const requests: SongRequest[] = [];
  for (const [i, tipAmount] of tips.entries()) {
    const { title, artist, albumArt, uri } = songs[i % songs.length]!;
    const request = await queueSong(app, { ownerId, token }, {
      songTitle: title,
      artist,
      albumArt,
      uri,
      tipAmount,
    });
    app.clock.pass(1);
    requests.push(request);
  }
  return requests;
}

/** POST /api/requests/play-next */
export function playNext(app: TestApp, token: string): Promise<Response> {
  return app.call("POST", "/api/requests/play-next", { token });
}
