// The event by which the play-next button tells the player card that a song was sent to the player.

export const PLAY_STARTED = "siradaki:play-started";

export function announcePlayStarted(): void {
  dispatchEvent(new Event(PLAY_STARTED));
}
