// A provider of music whose answers a test decides, and a cafe that plays from it.
import { eq } from "drizzle-orm";
import { plays, songRequests } from "../../../db/schema/requests.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { createMusic } from "../../../server/music/music.ts";
import type {
  MusicProvider,
  NowPlaying,
  Player,
  PlayOutcome,
  Song,
} from "../../../server/music/provider.ts";
import { createProviders } from "../../../server/music/providers.ts";
import { moneyApp } from "../db/ledger_invariants.ts";
import { createOwner, type TestOwner } from "../people/factories.ts";
import { playNext } from "../people/cafe_evening.ts";
import { queueSong } from "../people/requests.ts";
import type { TestApp } from "../start/test_app.ts";

/** How long each of its songs is. */
export const DURATION_MS = 200_000;
export const COVER = "https://covers.toy.test/1.png";

export class MusicBox implements MusicProvider {
  readonly id = "toy";
  readonly label = "Müzik kutusu";
  readonly coverOrigins = ["https://covers.toy.test"];
  /** The orders that came, in order. */
  readonly ordered: [ownerId: string, uri: string][] = [];
  /** How often the player was asked what it plays. */
  looks = 0;
  searches = 0;
  /** How an order ends. */
  onPlay: (uri: string, signal?: AbortSignal) => Promise<PlayOutcome> = () =>
    Promise.resolve({ kind: "ok" });
  /** What the player shows. Null if it cannot be asked. */
  onLook: (() => Promise<NowPlaying | null>) | null = () => Promise.resolve(null);
  /** What a search finds. */
  onSearch: (term: string) => Promise<Song[]> = (term) => Promise.resolve([toySong(1, term)]);

  ownsUri(uri: string): boolean {
    return /^toy:\d+$/.test(uri);
  }

  search(term: string): Promise<Song[]> {
    this.searches += 1;
    return this.onSearch(term);
  }

  openPlayer(ownerId: string): Promise<Player> {
    const look = this.onLook;
    return Promise.resolve({
      play: ({ uri }, { signal } = {}) => {
        this.ordered.push([ownerId, uri]);
        return this.onPlay(uri, signal);
      },
      ...(look && {
        now: () => {
          this.looks += 1;
          return look();
        },
      }),
    });
  }
}

export function toySong(id: number, title = `Şarkı ${id}`): Song {
  const uri = `toy:${id}`;
  return {
    id: `${id}`,
    uri,
    title,
    artist: "Kutu",
    albumArt: COVER,
    durationMs: DURATION_MS,
    explicit: false,
  };
}

/** The player plays song `id`, or shows it while paused. */
export function shows(id: number, progressMs: number, isPlaying = true): MusicBox["onLook"] {
  const song = toySong(id);
  return () => Promise.resolve({ song, isPlaying, progressMs, contextUri: null, device: null });
}

export interface MusicBoxCafe extends AsyncDisposable {
  app: TestApp;
  box: MusicBox;
  owner: TestOwner;
  /** Song `toy:1` has the highest tip, and so on. */
  requests: SongRequest[];
}

/** An owner with this many songs in the queue. The ledger is checked at the end of the test. */
export async function musicBoxCafe(songs: number): Promise<MusicBoxCafe> {
  const box = new MusicBox();
  const app = await moneyApp({}, {
    replace: (deps) => ({ music: createMusic(deps, [box, ...createProviders(deps)]) }),
  });
  const owner = await createOwner(app.deps);
  const requests = await queueSongs(app, owner, songs);
  return { app, box, owner, requests, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** Requests `toy:1` with the highest tip, `toy:2` with the next one and so on, and approves them. */
export async function queueSongs(
  app: TestApp,
  owner: TestOwner,
  songs: number,
): Promise<SongRequest[]> {
  const requests: SongRequest[] = [];
  for (let id = 1; id <= songs; id++) {
    const { uri, title: songTitle, artist, albumArt } = toySong(id);
    const song = { uri, songTitle, artist, albumArt, tipAmount: 100 - id };
    const request = await queueSong(app, owner, song);
    requests.push(request);
  }
  return requests;
}

/** The owner's rows of the table `plays`, in the order in which they were sent. */
export async function playRows({ app, owner }: Pick<MusicBoxCafe, "app" | "owner">) {
  return await app.deps.db.read.select({
    uri: plays.uri,
    state: plays.state,
    sentAt: plays.sentAt,
    startedAt: plays.startedAt,
    endedAt: plays.endedAt,
    whyEnded: plays.whyEnded,
  }).from(plays).where(eq(plays.ownerId, owner.ownerId)).orderBy(plays.sentAt, plays.id);
}

/** GET /api/spotify/player; returns the status. */
export async function lookAtPlayer({ app, owner }: Pick<MusicBoxCafe, "app" | "owner">) {
  const response = await app.call("GET", "/api/spotify/player", { token: owner.token });
  await response.body?.cancel();
  return response.status;
}

/** POST /api/requests/play-next */
export async function press({ app, owner }: Pick<MusicBoxCafe, "app" | "owner">) {
  const response = await playNext(app, owner.token);
  const { msg } = await response.json();
  return { status: response.status, msg };
}

/** The statuses of all requests, as the database has them. */
export async function requestStatuses({ app }: Pick<MusicBoxCafe, "app">): Promise<string[]> {
  const rows = await app.deps.db.read.select({ status: songRequests.status }).from(songRequests);
  return rows.map(({ status }) => status);
}
