// Spotify's answers, checked: what does not fit is left out or refused, never passed on.
import { z } from "zod";
import { SongText } from "../../contract/requests.ts";
import { allowedCover } from "../covers.ts";
import type { Device, NowPlaying, Song } from "../provider.ts";

/** The address of a track, and nothing else that can stand in the same place: local files, episodes. */
export const TRACK_URI = /^spotify:track:[0-9A-Za-z]{22}$/;

const Track = z.object({
  id: z.string(),
  uri: z.string().regex(TRACK_URI),
  name: z.string(),
  artists: z.array(z.object({ name: z.string() })),
  album: z.object({ images: z.array(z.object({ url: z.string() })).catch([]) }).catch({
    images: [],
  }),
  duration_ms: z.number().int().nonnegative(),
  is_playable: z.boolean().nullish(),
});

const SearchAnswer = z.object({ tracks: z.object({ items: z.array(z.unknown()) }) });

const PlayerAnswer = z.object({
  is_playing: z.boolean(),
  progress_ms: z.number().nullish(),
  item: z.unknown(),
  device: z.object({ name: z.string() }).nullish().catch(null),
});

const DeviceAnswer = z.object({
  id: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  is_restricted: z.boolean(),
});

const DevicesAnswer = z.object({ devices: z.array(z.unknown()) });

/** What a request may carry as a title or an artist. */
const MAX_TEXT = 300;

/** A device as Spotify knows it. */
export type SpotifyDevice = Omit<Device, "isChosen">;

/** The songs of a search that can be requested and played. @throws ZodError */
export function readSearch(answer: unknown, coverOrigins: readonly string[]): Song[] {
  return SearchAnswer.parse(answer).tracks.items.flatMap((item) => {
    const track = Track.safeParse(item);
    if (!track.success || track.data.is_playable === false) return [];
    const song = toSong(track.data, coverOrigins);
    const nameless = [song.title, song.artist].some((text) => !SongText.safeParse(text).success);
    return nameless ? [] : [song];
  });
}

/** What plays; the song is null for an advertisement, a podcast or a local file. @throws ZodError */
export function readPlayer(answer: unknown, coverOrigins: readonly string[]): NowPlaying {
  const player = PlayerAnswer.parse(answer);
  const track = Track.safeParse(player.item);
  return {
    song: track.success ? toSong(track.data, coverOrigins) : null,
    isPlaying: player.is_playing,
    progressMs: Math.max(0, Math.round(player.progress_ms ?? 0)),
    device: player.device?.name ?? null,
  };
}

/** The devices that have an id to name them by. @throws ZodError */
export function readDevices(answer: unknown): SpotifyDevice[] {
  return DevicesAnswer.parse(answer).devices.flatMap((item) => {
    const { data: d } = DeviceAnswer.safeParse(item);
    return d
      ? [{ id: d.id, name: d.name, isActive: d.is_active, isRestricted: d.is_restricted }]
      : [];
  });
}

function toSong(track: z.infer<typeof Track>, coverOrigins: readonly string[]): Song {
  return {
    id: track.id,
    uri: track.uri,
    title: cut(track.name),
    artist: cut(track.artists.map((a) => a.name).join(", ")),
    albumArt: allowedCover(track.album.images[0]?.url ?? "", coverOrigins),
    durationMs: track.duration_ms,
  };
}

/** Never through the middle of a character of two units. */
function cut(text: string): string {
  return text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, "");
}
