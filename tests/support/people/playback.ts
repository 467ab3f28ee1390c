// What the panel reads of the music, as the wire carries it, for tests without a server.
import type {
  Playback,
  PlayerState,
  PlayingSong,
  SeenPlayer,
} from "../../../server/contract/playback.ts";
import { searchResult } from "./songs.ts";

/** Songs do not play by themselves, and nothing plays. */
export function playback(changes: Partial<Playback> = {}): Playback {
  return {
    auto: changes.state !== undefined && changes.state !== "off",
    state: "off",
    sentence: "Otomatik çal kapalı: şarkıları siz başlatırsınız.",
    playing: null,
    seen: null,
    speaker: null,
    startedBy: null,
    canVolume: false,
    volumePercent: null,
    ...changes,
  };
}

/** A guest's song, 60 s after its start. */
export function playingSong(changes: Partial<PlayingSong> = {}): PlayingSong {
  return {
    requestId: "1",
    title: "Gülpembe",
    artist: "Barış Manço",
    albumArt: "",
    startedAt: "2026-11-02T17:00:00.000Z",
    durationMs: 200_000,
    positionMs: 60_000,
    isPlaying: true,
    byGuest: true,
    dedication: null,
    ...changes,
  };
}

type OwnPlayingSong = NonNullable<Playback["playing"]>;

/** The same as the team reads it. */
export function ownPlayingSong(changes: Partial<OwnPlayingSong> = {}): OwnPlayingSong {
  return { playId: "1-1", earnsTip: false, ...playingSong(), ...changes };
}

/** What the account's player shows while nothing plays on it. */
export function silentSeen(changes: Partial<SeenPlayer> = {}): SeenPlayer {
  const { devices: _, ...seen } = silentPlayer(changes);
  return seen;
}

/** What it shows while a person's song plays, 83 s after its start. */
export function playingSeen(changes: Partial<SeenPlayer> = {}): SeenPlayer {
  const { devices: _, ...seen } = playingPlayer(changes);
  return seen;
}

/** A player on which nothing plays. */
export function silentPlayer(changes: Partial<PlayerState> = {}): PlayerState {
  return {
    isPlaying: false,
    track: null,
    byGuest: false,
    progressMs: 0,
    durationMs: 0,
    device: null,
    devices: [],
    ...changes,
  };
}

/** A player on which a person's song plays, 83 s after its start. */
export function playingPlayer(changes: Partial<PlayerState> = {}): PlayerState {
  return silentPlayer({
    isPlaying: true,
    track: searchResult({ title: "Gülpembe", artist: "Barış Manço" }),
    progressMs: 83_000,
    durationMs: 225_000,
    ...changes,
  });
}
