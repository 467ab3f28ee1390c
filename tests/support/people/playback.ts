// What the panel reads of the music, as the wire carries it, for tests without a server.
import type { Playback, PlayerState, SeenPlayer } from "../../../server/contract/playback.ts";
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

type OwnPlayingSong = NonNullable<Playback["playing"]>;

/** A guest's song, 60 s after its start, as the team reads it. */
export function ownPlayingSong(changes: Partial<OwnPlayingSong> = {}): OwnPlayingSong {
  return {
    playId: "1-1",
    earnsTip: false,
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

/** What the account's player shows while nothing plays on it. */
export function silentSeen(changes: Partial<SeenPlayer> = {}): SeenPlayer {
  return {
    isPlaying: false,
    track: null,
    byGuest: false,
    progressMs: 0,
    durationMs: 0,
    device: null,
    ...changes,
  };
}

/** What it shows while a person's song plays, 83 s after its start. */
export function playingSeen(changes: Partial<SeenPlayer> = {}): SeenPlayer {
  return silentSeen({
    isPlaying: true,
    track: searchResult({ title: "Gülpembe", artist: "Barış Manço" }),
    progressMs: 83_000,
    durationMs: 225_000,
    ...changes,
  });
}

/** A player on which nothing plays, with its devices. */
export function silentPlayer(changes: Partial<PlayerState> = {}): PlayerState {
  return { devices: [], ...silentSeen(), ...changes };
}
