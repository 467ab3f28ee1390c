// A cafe whose music is its own files, with the calls of the page that plays them; its songs are made up.
import { strict as assert } from "node:assert";
import { desc, eq } from "drizzle-orm";
import { setFallback } from "../../../db/plays/conductors.ts";
import { ledger } from "../../../db/schema/money.ts";
import { plays, songRequests } from "../../../db/schema/requests.ts";
import { useSource } from "./manual_cafe.ts";
import type { Playback } from "../../../server/contract/playback.ts";
import type {
  SpeakerLease,
  SpeakerOrders,
  SpeakerReport,
} from "../../../server/contract/speaker.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { createMusic } from "../../../server/music/music.ts";
import { createProviders } from "../../../server/music/providers.ts";
import { moneyApp } from "../db/ledger_invariants.ts";
import { createOwner, type TestOwner } from "../people/factories.ts";
import { queueSong } from "../people/requests.ts";
import type { TestApp } from "../start/test_app.ts";
import type { TestClock } from "../time/clock.ts";
import { libraryTracks } from "../../../db/schema/music.ts";
import type { Database } from "../../../db/connection/client.ts";
import type { Deps } from "../../../server/deps.ts";
import type { Library, LibraryTrack } from "../../../server/library/library.ts";
import type { OpenSong } from "../../../server/library/folder.ts";

interface LibraryCafeOptions {
  /** How many songs the library has. */
  songs?: number;
  /** The switch 'Otomatik çal'. On by default. */
  auto?: boolean;
  /** Whether the library plays while the queue is empty. */
  fallback?: boolean;
  environment?: Record<string, string>;
  clock?: TestClock;
  bytes?: Uint8Array;
}

export interface LibraryCafe extends AsyncDisposable {
  app: TestApp;
  library: MemoryLibrary;
  owner: TestOwner;
  /** POST /api/player/claim */
  claim(tab: string, take?: boolean): Promise<Response>;
  /** Claims the player, and returns the lease. */
  hold(tab?: string, take?: boolean): Promise<string>;
  /** GET /api/player/current */
  current(lease: string): Promise<SpeakerOrders>;
  /** POST /api/player/report */
  report(
    lease: string,
    playId: string | undefined,
    event: SpeakerReport["event"],
    positionMs?: number,
  ): Promise<SpeakerOrders>;
  /** Requests for the songs 1, 2, … with these tips (TL), approved. */
  queue(tips: number[]): Promise<SongRequest[]>;
  /** One call of the owner. */
  say(method: string, path: string, body?: unknown): Promise<Response>;
  /** GET /api/playback */
  playback(): Promise<Playback>;
  /** What the ledger holds, by request. */
  tips(): Promise<[requestId: string | null, kind: string, kurus: number][]>;
  rows(): Promise<(typeof plays.$inferSelect)[]>;
  requests(): Promise<(typeof songRequests.$inferSelect)[]>;
}

/** An owner whose source is the library. The ledger is checked at the end of the test. */
export async function libraryCafe(options: LibraryCafeOptions = {}): Promise<LibraryCafe> {
  const { songs = 5, auto = true, fallback = false, environment, clock, bytes } = options;
  const library = memoryLibrary();
  const app = await libraryApp(library, { environment, clock });
  await library.fill(app.deps.db, songs, bytes);
  const owner = await createOwner(app.deps);
  const cafe = cafeOf(app, library, owner);
  await useLibrary(cafe, { auto, fallback });
  return cafe;
}

/** An app with this library. The ledger is checked at its end. */
export async function libraryApp(
  library: MemoryLibrary,
  { environment, clock }: Pick<LibraryCafeOptions, "environment" | "clock"> = {},
): Promise<TestApp> {
  return await moneyApp({ RATE_LIMITS: "off", ...environment }, {
    clock,
    replace: withLibrary(library),
  });
}

/** Replaces the library of an app, for `testApp`. */
export function withLibrary(library: Library) {
  return (deps: Omit<Deps, "conductors">): Partial<Deps> => ({
    library,
    music: createMusic(deps, createProviders({ ...deps, library })),
  });
}

/** Chooses the library as the source of the cafe and, with `fallback`, as what plays while the queue is empty. */
export async function useLibrary(
  { app, owner: { ownerId }, say }: LibraryCafe,
  { auto, fallback }: { auto: boolean; fallback: boolean },
): Promise<void> {
  await useSource(app.deps, ownerId, "library");
  if (fallback) await setFallback(app.deps.db, ownerId, LIBRARY_FALLBACK);
  if (!auto) return;
  const switched = await say("PUT", "/api/playback/auto", { on: true });
  assert.equal(switched.status, 200);
  await switched.body?.cancel();
}

const LIBRARY_FALLBACK = {
  fallbackUri: "library:",
  fallbackUrl: null,
  fallbackTitle: null,
  fallbackArt: null,
  fallbackLength: null,
};

/** The calls of this owner's cafe. */
export function cafeOf(app: TestApp, library: MemoryLibrary, owner: TestOwner): LibraryCafe {
  const { ownerId, token } = owner;
  const { read } = app.deps.db;
  const ok = async <T>(response: Response): Promise<T> => {
    const answer = await response.json();
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer;
  };
  const say = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, body });
  const claim = (tab: string, take?: boolean) =>
    say("POST", "/api/player/claim", { tab, ...take !== undefined && { take } });

  return {
    ...{ app, library, owner, say, claim },
    hold: async (tab = "tab", take) => (await ok<SpeakerLease>(await claim(tab, take))).lease,
    current: async (lease) => ok(await app.call("GET", `/api/player/current?lease=${lease}`)),
    report: async (lease, playId, event, positionMs = 0) => {
      assert.ok(playId, "there is a song to report");
      const body = { lease, playId, event, positionMs };
      return ok(await app.call("POST", "/api/player/report", { body }));
    },
    async queue(tips) {
      const queued: SongRequest[] = [];
      for (const [i, tipAmount] of tips.entries()) {
        const song = { uri: `library:${i + 1}`, songTitle: `Şarkı ${i + 1}`, albumArt: "" };
        const request = await queueSong(app, { ownerId, token }, {
          ...song,
          artist: "Kafe",
          tipAmount,
        });
        queued.push(request);
      }
      return queued;
    },
    playback: async () => ok(await say("GET", "/api/playback")),
    tips: async () =>
      (await read.select().from(ledger).where(eq(ledger.ownerId, ownerId))
        .orderBy(ledger.createdAt, desc(ledger.kind)))
        .map(({ requestId, kind, amountKurus }) => [requestId, kind, amountKurus]),
    rows: () =>
      read.select().from(plays).where(eq(plays.ownerId, ownerId)).orderBy(plays.sentAt, plays.id),
    requests: () => read.select().from(songRequests).where(eq(songRequests.ownerId, ownerId)),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await library[Symbol.asyncDispose]();
    },
  };
}

/** How long each song is. */
export const SONG_MS = 200_000;

export interface MemoryLibrary extends Library {
  /** How many files were opened and not closed yet. */
  openFiles(): number;
  /** Makes the songs 1 to `count`, with these bytes in each file. */
  fill(db: Database, count: number, bytes?: Uint8Array): Promise<void>;
  /** The file of this song goes away. */
  lose(id: number): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export function memoryLibrary(): MemoryLibrary {
  const tracks = new Map<number, LibraryTrack>();
  let folder: string | undefined;
  let open = 0;

  return {
    isSetUp: true,
    // Whose the folder is, is no matter of tests that make up its songs.
    mayUse: () => Promise.resolve(true),
    mayChoose: () => Promise.resolve(true),
    take: () => Promise.resolve(),
    start: () => ({ stop: () => Promise.resolve() }),
    scan() {},
    readNow: () => Promise.resolve(),
    idle: () => Promise.resolve(),
    status: () => Promise.resolve({ songs: tracks.size, scanning: null, skipped: [] }),
    place: () => Promise.resolve({ folder: null, canAdd: false, onDeletion: null }),
    putAway: () => Promise.resolve(),
    newest: () => Promise.resolve([]),
    hidden: () => Promise.resolve(new Set()),
    hide: () => Promise.resolve(),
    add: () => Promise.reject(new Error("There is no folder to add to")),
    readCover: () => Promise.resolve(undefined),
    openFiles: () => open,
    search: (term, max) =>
      Promise.resolve([...tracks.values()].filter((t) => t.title.includes(term)).slice(0, max)),
    find: (id) => Promise.resolve(tracks.get(id)),
    isGone: (id) => Promise.resolve(tracks.get(id)?.isMissing ?? false),
    async open(id): Promise<OpenSong | undefined> {
      const track = tracks.get(id);
      if (!track || track.isMissing) return;
      const file = await Deno.open(`${folder}/song.mp3`);
      open++;
      const { size, mtime } = await file.stat();
      const close = file.close.bind(file);
      file.close = () => {
        close();
        open--;
      };
      return { file, size, modifiedAt: mtime!.getTime(), type: "audio/mpeg" };
    },
    async fill(db, count, bytes = new Uint8Array(16)) {
      folder ??= await Deno.makeTempDir({ prefix: "siradaki-songs-" });
      await Deno.writeFile(`${folder}/song.mp3`, bytes);
      const made = Array.from({ length: count }, (_, i) => toTrack(i + 1));
      for (const track of made) tracks.set(track.id, track);
      for (let from = 0; from < made.length; from += 100) {
        await db.write((d) => [
          d.insert(libraryTracks).values(made.slice(from, from + 100).map(toRow)),
        ]);
      }
    },
    lose(id) {
      tracks.set(id, { ...tracks.get(id)!, isMissing: true });
    },
    // In one turn: a process that ends waits for no promise (tests/playback/evenings/model/cafe_songs.ts).
    [Symbol.asyncDispose]() {
      if (folder) Deno.removeSync(folder, { recursive: true });
      return Promise.resolve();
    },
  };
}

function toTrack(id: number): LibraryTrack {
  return {
    id,
    title: `Şarkı ${id}`,
    artist: "Kafe",
    album: "",
    durationMs: SONG_MS,
    isExplicit: false,
    hasCover: id % 2 === 1,
    gainDb: -id / 2,
    extension: "mp3",
    isMissing: false,
  };
}

function toRow({ extension, isMissing: _, ...track }: LibraryTrack) {
  return {
    ...track,
    path: `${track.id}.${extension}`,
    size: 1,
    modifiedAt: 1,
    folded: track.title.toLowerCase(),
    // Keys need not be spread well: the factors of the rounds do that.
    shuffleKey: Math.imul(track.id, 0x9e3779b1) & 0x7fffffff,
  };
}
