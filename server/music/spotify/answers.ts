// What Spotify's answers say, and no more of them than is needed.
import { z } from "zod";
import { oneLine, SongText, songText } from "../../contract/fields.ts";
import {
  allowedCover,
  type Device,
  type DeviceInUse,
  type NowPlaying,
  type Playlist,
  type Song,
} from "../provider.ts";

const DeviceAnswer = z.object({
  id: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  is_restricted: z.boolean(),
});

const DevicesAnswer = z.object({ devices: z.array(z.unknown()) });

/** A device as Spotify describes it, without the owner's choice. */
export type SpotifyDevice = Omit<Device, "isChosen">;

/** Reads the devices that have an id; an order can name no other. @throws ZodError */
export function readDevices(answer: unknown): SpotifyDevice[] {
  return DevicesAnswer.parse(answer).devices.flatMap((item) => {
    const { data: d } = DeviceAnswer.safeParse(item);
    return d
      ? [{ id: d.id, name: oneLine(d.name), isActive: d.is_active, isRestricted: d.is_restricted }]
      : [];
  });
}

// A track of Spotify's, as a song.

/** The uri of a track. Local files and episodes, which can stand in the same field, do not match. */
export const TRACK_URI = /^spotify:track:[0-9A-Za-z]{22}$/;

/** A track object with the fields that a song needs. */
const Track = z.object({
  id: z.string(),
  uri: z.string().regex(TRACK_URI),
  name: z.string(),
  artists: z.array(z.object({ name: z.string() })),
  album: z.object({ images: z.array(z.object({ url: z.string() })).catch([]) }).catch({
    images: [],
  }),
  duration_ms: z.number().int().nonnegative(),
  explicit: z.boolean().catch(false),
  is_playable: z.boolean().nullish(),
  /** The track that was asked for, if this one replaces it in the market. */
  linked_from: z.object({ uri: z.string().regex(TRACK_URI) }).nullish().catch(null),
});

function toSong(track: z.infer<typeof Track>, coverOrigins: readonly string[]): Song {
  return {
    id: track.id,
    uri: track.uri,
    title: songText(track.name),
    artist: songText(track.artists.map((a) => a.name).join(", ")),
    albumArt: allowedCover(track.album.images[0]?.url ?? "", coverOrigins),
    durationMs: track.duration_ms,
    explicit: track.explicit,
  };
}

// Checks what Spotify answers about a player. Only what plays has to be said; the rest may be missing.

const PlayerAnswer = z.object({
  is_playing: z.boolean(),
  progress_ms: z.number().nullish(),
  item: z.unknown(),
  context: z.object({ uri: z.string() }).nullish().catch(null),
  device: z.object({
    id: z.string().nullish().catch(null),
    name: z.string(),
    supports_volume: z.boolean().nullish().catch(null),
    volume_percent: z.number().min(0).max(100).nullish().catch(null),
  }).nullish().catch(null),
});

const ModesAnswer = z.object({ repeat_state: z.string(), shuffle_state: z.boolean() });

/** How a player goes on: `repeat` is `off`, `track` or `context`. What is not known is absent. */
export interface Modes {
  repeat?: string;
  shuffle?: boolean;
}

/** Reads what plays. The song is null for an advertisement, an episode or a local file. @throws ZodError */
export function readPlayer(answer: unknown, coverOrigins: readonly string[]): NowPlaying {
  const player = PlayerAnswer.parse(answer);
  const track = Track.safeParse(player.item);
  const progressMs = player.progress_ms ?? null;
  return {
    song: track.success ? toSong(track.data, coverOrigins) : null,
    ...(track.data?.linked_from && { otherUri: track.data.linked_from.uri }),
    isPlaying: player.is_playing,
    progressMs: progressMs === null ? null : Math.max(0, Math.round(progressMs)),
    contextUri: player.context?.uri ?? null,
    device: player.device ? toDeviceInUse(player.device) : null,
  };
}

/** Reads repeat and shuffle of what plays. Empty if the answer does not say. */
export function readModes(answer: unknown): Modes {
  const { data } = ModesAnswer.safeParse(answer);
  return data ? { repeat: data.repeat_state, shuffle: data.shuffle_state } : {};
}

function toDeviceInUse(
  device: NonNullable<z.infer<typeof PlayerAnswer>["device"]>,
): DeviceInUse {
  const { id = null, name, supports_volume: isSettable, volume_percent: percent = null } = device;
  return { id, name: oneLine(name), volumePercent: isSettable === false ? null : percent };
}

// Links to a playlist, as an owner copies them from Spotify's apps. Pure.

const URI = /^spotify:playlist:([0-9A-Za-z]{22})$/;
/** Some links have the language of the app before the rest of the path. */
const PATH = /^(?:\/intl-[a-z-]+)?\/playlist\/([0-9A-Za-z]{22})\/?$/i;

/** Returns the id of the playlist, undefined if it is no link to one. */
export function playlistIdIn(link: string): string | undefined {
  const text = link.trim();
  const [, id] = URI.exec(text) ?? [];
  if (id !== undefined || !URL.canParse(text)) return id;
  const { protocol, host, pathname } = new URL(text);
  if (protocol !== "https:" || host !== "open.spotify.com") return undefined;
  return PATH.exec(pathname)?.[1];
}

/** The address of the playlist for a person's browser. */
function playlistLink(id: string): string {
  return `https://open.spotify.com/playlist/${id}`;
}

// Checks what Spotify answers about a playlist.

const PLAYLIST = "spotify:playlist:";

const Page = z.object({ total: z.number().int().nonnegative() }).nullish().catch(null);

const PlaylistAnswer = z.object({
  uri: z.string().startsWith(PLAYLIST),
  name: z.string(),
  images: z.array(z.object({ url: z.string() })).nullish().catch(null),
  /** Since February 2026 the songs stand in `items`. */
  items: Page,
  tracks: Page,
});

/** Reads a playlist, whose length is null if it belongs to another account than the token. @throws ZodError */
export function readPlaylist(answer: unknown, coverOrigins: readonly string[]): Playlist {
  const { uri, name, images, items, tracks } = PlaylistAnswer.parse(answer);
  return {
    uri,
    url: playlistLink(uri.slice(PLAYLIST.length)),
    title: songText(name),
    albumArt: allowedCover(images?.[0]?.url ?? "", coverOrigins),
    length: items?.total ?? tracks?.total ?? null,
  };
}

// Checks Spotify's answers to searches. A song without the expected fields is left out; any other misfit is an error.

const SearchAnswer = z.object({ tracks: z.object({ items: z.array(z.unknown()) }) });

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
