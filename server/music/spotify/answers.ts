// Checks Spotify's answers. A song or device without the expected fields is left out; any other misfit is an error.
import { z } from "zod";
import { SongText } from "../../contract/requests.ts";
import { allowedCover } from "../covers.ts";
import type { Device, NowPlaying, Song } from "../provider.ts";

/** The uri of a track. Local files and episodes, which can stand in the same field, do not match. */
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

/** Characters of a title or an artist that a request may have. */
const MAX_TEXT = 300;

/** A device as Spotify describes it, without the owner's choice. */
export type SpotifyDevice = Omit<Device, "isChosen">;

/** Reads the songs that can be requested and played. @throws ZodError */
export function readSearch(answer: unknown, coverOrigins: readonly string[]): Song[] {
  return SearchAnswer.parse(answer).tracks.items.flatMap((item) => {
    const track = Track.safeParse(item);
    if (!track.success || track.data.is_playable === false) return [];
    const song = toSong(track.data, coverOrigins);
    const nameless = [song.title, song.artist].some((text) => !SongText.safeParse(text).success);
    return nameless ? [] : [song];
  });
}

/** Reads what plays. The song is null for an advertisement, a podcast or a local file. @throws ZodError */
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

/** Reads the devices that have an id; an order can name no other. @throws ZodError */
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

/** Cuts to MAX_TEXT, and drops half a surrogate pair at the end. */
function cut(text: string): string {
  return text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, "");
}
