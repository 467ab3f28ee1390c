// The cafe's own files as a provider of music: the page of the player plays them (docs/speaker.md).
import { requestWaits } from "../../../db/plays/now_playing.ts";
import { findActive } from "../../../db/plays/plays.ts";
import { type PlayerCommand, readPlayerState, tellPlayer } from "../../../db/plays/speaker.ts";
import { MAX_FAILURES, MAX_FOUND } from "../../contract/limits.ts";
import type { PlaybackStateName } from "../../contract/playback.ts";
import { overInMs, withinSong } from "../../contract/song_clock.ts";
import type { Deps } from "../../deps.ts";
import { DomainError } from "../../errors.ts";
import { type LibraryTrack, NO_FOLDER } from "../../library/library.ts";
import {
  COVER_PATH,
  LIBRARY_SOURCE,
  libraryId,
  libraryUri,
  SHUFFLE_URI,
} from "../../library/song_uri.ts";
import { happen } from "../../playback/life.ts";
import { stopLost } from "../../speaker/lease.ts";
import type {
  MusicProvider,
  NowPlaying,
  Player,
  PlayOutcome,
  ProviderParts,
  Song,
} from "../provider.ts";

const NO_FILE = "Bu şarkının dosyası bulunamadı. Şarkıyı sıradan çıkarıp tekrar deneyin.";

/** As many are looked at for the first `MAX_FOUND` that are not hidden. */
const MAX_FOUND_WITH_HIDDEN = 100;

type LibraryParts = Pick<ProviderParts, "db" | "hub" | "library" | "now">;

export function createLibraryProvider(parts: LibraryParts): MusicProvider {
  return {
    id: LIBRARY_SOURCE,
    label: "Kafenin kendi dosyaları",
    coverOrigins: [COVER_PATH],
    // The folder may change at any moment, so an answer is kept for seconds only.
    songsOfCafe: true,
    ownFallback: { uri: SHUFFLE_URI, title: "Kafenin kendi dosyaları, karışık" },
    readiness: async (ownerId) => await parts.library.mayChoose(ownerId) ? null : NO_FOLDER,
    take: (ownerId) => parts.library.take(ownerId),
    ownsUri: (uri) => libraryId(uri) !== undefined,
    async search(term, ownerId) {
      // Without a cafe it is the program that searches, for the demo cafe that it is about to make.
      if (ownerId !== undefined && !await parts.library.mayUse(ownerId)) return [];
      const found = await parts.library.search(term, MAX_FOUND_WITH_HIDDEN);
      const hidden = ownerId && await parts.library.hidden(ownerId, found.map(({ id }) => id));
      return found.filter(({ id }) => !(hidden && hidden.has(id))).slice(0, MAX_FOUND).map(toSong);
    },
    async find(uri, ownerId) {
      if (!await parts.library.mayUse(ownerId)) return null;
      const track = await parts.library.find(libraryId(uri) ?? 0);
      return track && !track.isMissing ? toSong(track) : null;
    },
    async hides(uri, ownerId) {
      const id = libraryId(uri) ?? 0;
      return (await parts.library.hidden(ownerId, [id])).has(id);
    },
    openPlayer: (ownerId) => Promise.resolve(playerOf(parts, ownerId)),
    selfPlaying: {
      state: (ownerId) => doingOf(parts, ownerId),
      async tidy() {
        if (parts.library.isSetUp) await stopLost(parts);
      },
      isOpen: (ownerId) => isOpen(parts, ownerId),
      release: (ownerId) => command(parts, ownerId, "release"),
    },
  };
}

function playerOf(parts: LibraryParts, ownerId: string): Player {
  const whileOpen = async (told: Parameters<typeof command>[2]) => {
    await requirePlayer(parts, ownerId);
    await command(parts, ownerId, told);
  };
  return {
    play: ({ uri }) => play(parts, ownerId, uri),
    pause: () => whileOpen({ isPaused: true }),
    resume: () => whileOpen({ isPaused: false }),
    setVolume: (volumePercent) => whileOpen({ volumePercent }),
    now: () => look(parts, ownerId),
  };
}

/** @throws DomainError `source_not_ready` if the cafe may not use the folder, `player_closed` */
async function requirePlayer(parts: LibraryParts, ownerId: string): Promise<void> {
  if (!await parts.library.mayUse(ownerId)) {
    throw new DomainError("source_not_ready", { msg: NO_FOLDER });
  }
  await requireOpen(parts, ownerId);
}

/** The page finds the song among its orders. It begins once the page reports its sound. */
async function play(parts: LibraryParts, ownerId: string, uri: string): Promise<PlayOutcome> {
  await requirePlayer(parts, ownerId);
  const track = await parts.library.find(libraryId(uri) ?? 0);
  if (!track || track.isMissing) {
    const error = new DomainError("song_not_found", { msg: NO_FILE });
    return { kind: "refused", error, because: "song" };
  }
  await command(parts, ownerId, "release");
  return { kind: "told" };
}

/** What plays, as it was recorded. A song that is over without a report is silence. */
async function look(parts: LibraryParts, ownerId: string): Promise<NowPlaying | null> {
  const { state, active, isOpen } = await readPlayerNow(parts, ownerId);
  if (active?.state !== "playing") return null;
  const { uri, title, artist, albumArt, durationMs, positionMs } = active;
  // The song of a page that is silent stands, as at a person's pause.
  const isPlaying = !state?.isPaused && !active.stands;
  if (overInMs({ positionMs, durationMs }) <= 0) return null;
  return {
    song: {
      ...{ id: `${libraryId(uri)}`, uri, title, artist, albumArt, durationMs },
      explicit: false,
    },
    isPlaying,
    progressMs: withinSong({ positionMs, durationMs }),
    tellsEnd: true,
    contextUri: null,
    device: isOpen
      ? { id: null, name: "Oynatıcı", volumePercent: state?.volumePercent ?? null }
      : null,
  };
}

function toSong({ id, title, artist, hasCover, durationMs, isExplicit }: LibraryTrack): Song {
  const albumArt = hasCover ? `${COVER_PATH}${id}` : "";
  return {
    ...{ id: `${id}`, uri: libraryUri(id), title, artist, albumArt, durationMs },
    explicit: isExplicit,
  };
}

// What the player does, for the panel, and what a person tells it (docs/speaker.md#states).

type DoingDeps = Pick<Deps, "db" | "hub" | "now">;

const CLOSED =
  "Oynatıcı açık değil. Hoparlörlere bağlı bilgisayarda Oynatıcı ekranını açıp başlatın.";
/** The page is open and makes no sound: the browser wants a press first. */
const SILENT =
  "Oynatıcı açık ama ses çıkmıyor. Hoparlörlere bağlı bilgisayarda Oynatıcı ekranındaki 'Müziği başlat' düğmesine basın.";
/** The page has not reported its song in time: it is gone, or has no network. */
const AWAY =
  "Oynatıcıdan haber alınamıyor. Hoparlörlere bağlı bilgisayarın açık ve internete bağlı olduğunu kontrol edin.";
const SOON = "Sıradaki şarkı oynatıcıya gönderildi, birazdan başlar.";
const GONE =
  "Sıradaki şarkıların dosyaları klasörde yok. Dosyaları geri koyun ya da şarkıları sıradan çıkarın.";
const STOPPED =
  "Art arda üç şarkı çalınamadı; hiç başlamayanlar sıraya geri kondu. Hoparlörü ve dosyaları kontrol edip 'Devam'a basın.";

/** The player's row and its active play, and whether a tab holds its lease now. */
async function readPlayerNow({ db, now }: Pick<Deps, "db" | "now">, ownerId: string) {
  const at = now();
  const { state, active, request } = await readPlayerState(db, {
    ...{ ownerId, source: LIBRARY_SOURCE, at },
  });
  return { state, active, request, isOpen: (state?.heldUntil ?? 0) > at };
}

/** What the player does while the cafe's switch is on; `sentence` is null if the state's own says enough. */
async function doingOf(
  deps: DoingDeps,
  ownerId: string,
): Promise<{ state: PlaybackStateName; sentence: string | null }> {
  const { state, active, request, isOpen } = await readPlayerNow(deps, ownerId);
  if ((state?.failures ?? 0) >= MAX_FAILURES) return { state: "stopped", sentence: STOPPED };
  if (!isOpen) return { state: "no_device", sentence: CLOSED };
  if (state?.isPaused) return { state: "paused", sentence: null };
  const waits = active !== undefined || request !== undefined || state?.hasFallback === 1;
  if (state?.heardAt == null && waits) return { state: "no_device", sentence: SILENT };
  if (active?.stands) return { state: "no_device", sentence: AWAY };
  if (active?.state === "playing") {
    return { state: active.requestId ? "request" : "fallback", sentence: null };
  }
  // What waits begins as soon as the page has read its orders.
  if (active || request) return { state: "idle", sentence: SOON };
  return { state: "idle", sentence: await requestWaits(deps.db, ownerId) ? GONE : null };
}

/** Whether a tab holds the player's lease now. */
export async function isOpen(
  deps: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<boolean> {
  return (await readPlayerNow(deps, ownerId)).isOpen;
}

/** @throws DomainError `player_closed` if no tab holds the player's lease */
export async function requireOpen(
  deps: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<void> {
  if (!await isOpen(deps, ownerId)) throw new DomainError("player_closed");
}

/** Records a person's command, and tells the room, which the player listens to. */
export async function command(
  deps: DoingDeps,
  ownerId: string,
  told: PlayerCommand,
): Promise<void> {
  const { db, hub } = deps;
  const { state: before } = await readPlayerNow(deps, ownerId);
  const revision = await tellPlayer(db, ownerId, told);
  if (revision !== undefined) hub.announce(ownerId, revision);
  const endsPause = told === "release" || "isPaused" in told && !told.isPaused;
  if (before?.isPaused && endsPause) await goOn(deps, ownerId);
}

/** The song that a person had paused goes on, unless its page is silent for another reason. */
async function goOn(deps: DoingDeps, ownerId: string): Promise<void> {
  const { state, isOpen } = await readPlayerNow(deps, ownerId);
  if (!isOpen || state?.heardAt == null) return;
  const active = await findActive(deps.db, ownerId);
  if (active?.source === LIBRARY_SOURCE) await happen(deps, active, "resumed");
}
