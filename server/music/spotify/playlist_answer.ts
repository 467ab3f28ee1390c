// Checks what Spotify answers about a playlist.
import { z } from "zod";
import { allowedCover } from "../covers.ts";
import type { Playlist } from "../provider.ts";
import { cutText } from "./cut_text.ts";
import { playlistLink } from "./playlist_link.ts";

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
    title: cutText(name),
    albumArt: allowedCover(images?.[0]?.url ?? "", coverOrigins),
    length: items?.total ?? tracks?.total ?? null,
  };
}
