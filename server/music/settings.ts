// A cafe's settings of its music: the source, and what plays while the queue is empty (docs/music.md#settings).
import { getLogger } from "@logtape/logtape";
import {
  type Fallback,
  findConductor,
  listEndedEntries,
  setFallback,
  turnFallback,
} from "../../db/plays/conductors.ts";
import type { FallbackHour } from "../../db/schema/music.ts";
import { findSource } from "../../db/music/sources.ts";
import { findPicks, savePicks } from "../../db/requests/suggestions.ts";
import { entryAt } from "../contract/music_hours.ts";
import type {
  FallbackChoice,
  MusicSettings,
  MusicSettingsChange,
  Pick as PickedSong,
} from "../contract/music_settings.ts";
import type { Deps } from "../deps.ts";
import { DomainError, invalidField } from "../errors.ts";
import { type BackgroundJob, every } from "../background.ts";
import { tellConductor } from "../playback/tell_conductor.ts";
import { leaveSource } from "../playback/leave_source.ts";
import { allowedCover, type MusicProvider } from "./provider.ts";
import { canPlayBySelf, reasonAgainst } from "./music.ts";

type SettingsDeps = Pick<
  Deps,
  "conductors" | "db" | "hub" | "music" | "now" | "singleFlight" | "timer"
>;

const NO_PLAYLISTS = "Bu müzik kaynağı çalma listesi çalamaz.";
const NO_LIBRARY = "Bu müzik kaynağında karışık çalınacak dosyalar yok.";

export async function readMusicSettings(
  { db, music }: SettingsDeps,
  ownerId: string,
): Promise<MusicSettings> {
  const [source, row, sources, picks] = await Promise.all([
    music.sourceOf(ownerId),
    findConductor(db, ownerId),
    Promise.all(music.all.map((provider) => toSource(provider, ownerId))),
    findPicks(db, ownerId),
  ]);
  const fallback = row?.fallbackHours
    ? row.fallbackHours.map(({ from, ...entry }) => ({ from, fallback: toFallback(entry, source) }))
    : toFallback(row, source);
  return { source: source.id, sources, fallback, picks: JSON.parse(picks) };
}

/** @throws DomainError `invalid_input`, `source_not_ready`, `not_supported`, `playlist_not_found`, `music_*` */
export async function changeMusicSettings(
  deps: SettingsDeps,
  ownerId: string,
  change: MusicSettingsChange,
): Promise<MusicSettings> {
  const { conductors, db, hub, music, now } = deps;
  // Another instance may have changed it a moment ago.
  music.learn(ownerId, await findSource(db, ownerId));
  const before = await music.sourceOf(ownerId);
  const source = change.source === undefined
    ? before
    : await readySource(music, ownerId, change.source);
  // What is refused changes nothing, so the playlist is read before anything is stored.
  const fallback = change.fallback && await readFallbacks(source, ownerId, change.fallback);
  const picks = change.picks?.map((pick) => toPick(music, pick));
  // Chosen again, it may have become free since.
  if (change.source !== undefined) await source.take?.(ownerId);
  if (source !== before) {
    await leaveSource(deps, ownerId, source, () => choose(deps, ownerId, source));
    await tellConductor(deps, ownerId, "connect");
    // The switch may have gone off.
    await conductors.changed(ownerId);
  }
  if (fallback) {
    const { entry, until } = entryAt(fallback, now());
    const byHour = Array.isArray(change.fallback) ? { hours: fallback, until } : undefined;
    hub.announce(ownerId, await setFallback(db, ownerId, entry, byHour));
    await conductors.changed(ownerId);
  }
  if (picks) {
    hub.announce(ownerId, await savePicks(db, ownerId, JSON.stringify(picks)));
  }
  return await readMusicSettings(deps, ownerId);
}

/** @throws DomainError `invalid_input` if no provider has the song */
function toPick(music: SettingsDeps["music"], pick: PickedSong): PickedSong {
  const provider = music.owning(pick.uri);
  if (!provider) throw invalidField("uri");
  return { ...pick, albumArt: allowedCover(pick.albumArt, provider.coverOrigins) };
}

async function readySource(
  music: SettingsDeps["music"],
  ownerId: string,
  id: string,
): Promise<MusicProvider> {
  const provider = music.all.find((one) => one.id === id);
  if (!provider) throw invalidField("source");
  if (provider === await music.sourceOf(ownerId)) return provider;
  const msg = await reasonAgainst(provider, ownerId);
  if (msg !== null) throw new DomainError("source_not_ready", { msg });
  return provider;
}

async function choose(deps: SettingsDeps, ownerId: string, source: MusicProvider): Promise<void> {
  const { hub, music } = deps;
  const bySelf = await canPlayBySelf(source, ownerId);
  const options = { canPlayBySelf: bySelf, plays: bySelf ? source.ownFallback : undefined };
  hub.announce(ownerId, await music.choose(ownerId, source, options));
  // As whenever the switch goes on.
  if (options.plays) await source.selfPlaying?.release(ownerId);
}

type FallbackSettings = Exclude<MusicSettings["fallback"], unknown[]>;

const NO_FALLBACK: Fallback = {
  fallbackUri: null,
  fallbackUrl: null,
  fallbackTitle: null,
  fallbackArt: null,
  fallbackLength: null,
};

/** A fallback of another source is kept until the cafe returns to that source, and counts as none meanwhile. */
function toFallback(
  row: Fallback | undefined,
  { id, ownFallback }: MusicProvider,
): FallbackSettings {
  if (!row?.fallbackUri?.startsWith(`${id}:`)) return { kind: "none" };
  if (row.fallbackUri === ownFallback?.uri) return { kind: "library", title: ownFallback.title };
  return {
    kind: "playlist",
    url: row.fallbackUrl ?? "",
    title: row.fallbackTitle ?? "",
    albumArt: row.fallbackArt ?? "",
  };
}

/** What is chosen for all hours, or for each, the earliest first. */
async function readFallbacks(
  provider: MusicProvider,
  ownerId: string,
  chosen: NonNullable<MusicSettingsChange["fallback"]>,
): Promise<FallbackHour[]> {
  const entries = Array.isArray(chosen) ? chosen : [{ from: "00:00", fallback: chosen }];
  const read: FallbackHour[] = [];
  for (const { from, fallback } of entries) {
    read.push({ from, ...await readFallback(provider, ownerId, fallback) });
  }
  return read.sort((one, other) => one.from < other.from ? -1 : 1);
}

async function readFallback(
  provider: MusicProvider,
  ownerId: string,
  chosen: FallbackChoice,
): Promise<Fallback> {
  if (chosen.kind === "none") return NO_FALLBACK;
  if (chosen.kind === "library") {
    if (!provider.ownFallback) throw new DomainError("not_supported", { msg: NO_LIBRARY });
    const { uri, title } = provider.ownFallback;
    return { ...NO_FALLBACK, fallbackUri: uri, fallbackTitle: title };
  }
  if (!provider.readPlaylist) throw new DomainError("not_supported", { msg: NO_PLAYLISTS });
  const list = await provider.readPlaylist(ownerId, chosen.url);
  if (!list) throw new DomainError("playlist_not_found");
  return {
    fallbackUri: list.uri,
    fallbackUrl: list.url,
    fallbackTitle: list.title,
    fallbackArt: list.albumArt,
    fallbackLength: list.length,
  };
}

async function toSource(provider: MusicProvider, ownerId: string) {
  const reason = await reasonAgainst(provider, ownerId);
  return { id: provider.id, label: provider.label, ready: reason === null, reason };
}

// Music by the hour (docs/music.md#by-the-hour).

type TurnDeps = Pick<Deps, "conductors" | "db" | "hub" | "now">;

/** Begins the entries whose time has come. What plays ends first: the conductor and the player take the next song from them. */
export async function turnFallbacks({ conductors, db, hub, now }: TurnDeps): Promise<void> {
  const nowMs = now();
  for (const { ownerId, hours, until: seen } of await listEndedEntries(db, nowMs)) {
    const { entry, until } = entryAt(hours, nowMs);
    const revision = await turnFallback(db, ownerId, entry, { seen, until });
    if (revision === undefined) continue;
    hub.announce(ownerId, revision);
    await conductors.changed(ownerId);
  }
}

const TURN_INTERVAL_MS = 20_000;

/** Looks now and every 20 seconds. A failure is logged, and the next look tries again. */
export function startTurningFallbacks(deps: TurnDeps): BackgroundJob {
  return every(TURN_INTERVAL_MS, () => turnFallbacks(deps), (error) => {
    getLogger(["siradaki", "music"]).error(
      "Cannot begin the music of another hour, will try again: {error}",
      { error },
    );
  });
}
