// The word between the two cards of the dashboard: a song has just been sent to the player.

export const PLAYED = "siradaki:played";

export function tellPlayed(): void {
  dispatchEvent(new Event(PLAYED));
}
