// A playlist as JSON objects of Spotify's Web API.
import { type Playlist, shareLink } from "./catalogue/playlists.ts";
import type { DemoAccountOptions } from "./options.ts";
import { coverImages, toTrackObject } from "./track_object.ts";

const OWNER_ID = "demo-editor";
const ADDED_AT = "2026-01-05T09:00:00Z";
/** How many items of a playlist come with it. */
const PAGE = 100;

/** `GET /playlists/{id}`. Its length stands in `tracks`, and since 2026 in `items` too. */
export function toPlaylistObject(options: DemoAccountOptions, playlist: Playlist, market?: string) {
  const { publicUrl } = options;
  const href = `${publicUrl}/v1/playlists/${playlist.id}`;
  const tracks = playlist.songs.slice(0, PAGE).map((song) => toTrackObject(options, song, market));
  const added = { added_at: ADDED_AT, added_by: ownerObject(publicUrl), is_local: false };
  const page = { limit: PAGE, next: null, offset: 0, previous: null, total: playlist.songs.length };
  return {
    collaborative: false,
    description: playlist.description,
    external_urls: { spotify: shareLink(playlist) },
    href,
    id: playlist.id,
    images: coverImages(options, playlist.songs[0]),
    name: playlist.name,
    owner: ownerObject(publicUrl),
    public: true,
    snapshot_id: playlist.id,
    tracks: {
      href: `${href}/tracks`,
      items: tracks.map((track) => ({ ...added, track })),
      ...page,
    },
    items: { href: `${href}/items`, items: tracks.map((item) => ({ ...added, item })), ...page },
    type: "playlist",
    uri: playlist.uri,
  };
}

/** `context` of what plays. */
export function toContextObject(
  { publicUrl }: Pick<DemoAccountOptions, "publicUrl">,
  contextUri: string,
) {
  const id = contextUri.slice("spotify:playlist:".length);
  return {
    type: "playlist",
    uri: contextUri,
    href: `${publicUrl}/v1/playlists/${id}`,
    external_urls: { spotify: shareLink({ id }) },
  };
}

function ownerObject(publicUrl: string) {
  return {
    display_name: "Demo Editörü",
    href: `${publicUrl}/v1/users/${OWNER_ID}`,
    id: OWNER_ID,
    type: "user",
    uri: `spotify:user:${OWNER_ID}`,
  };
}
