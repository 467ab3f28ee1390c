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
export function playlistLink(id: string): string {
  return `https://open.spotify.com/playlist/${id}`;
}
