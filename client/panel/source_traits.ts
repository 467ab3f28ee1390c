// What the sources of music differ in, as far as the panel's screens show it (docs/music.md#screen).

/** Whether songs come from an account that has to be connected. */
export function needsAccount(source: string): boolean {
  return source === "spotify";
}

/** Whether songs are started and stopped from here. Without it, people start each song on a system of their own. */
export function hasPlayer(source: string): boolean {
  return source !== "manual";
}

/** Whether the page 'Oynatıcı' plays the songs. */
export function hasPlayerPage(source: string): boolean {
  return source === "library";
}
