// What plays, for the media keys of a keyboard and the lock screen, and what they can do to it.
import type { Api } from "../api.ts";
import type { Speaker } from "./speaker.ts";

/** Follows `speaker` until the returned function is called. Nothing where the browser has no media session. */
export function followMediaSession(speaker: Speaker, api: Api): () => void {
  const { mediaSession } = navigator;
  if (!mediaSession) return () => {};
  const handlers: [MediaSessionAction, () => Promise<unknown>][] = [
    ["play", () => api("POST /api/playback/resume")],
    ["pause", () => api("POST /api/playback/pause")],
    ["nexttrack", () => api("POST /api/playback/skip")],
  ];
  for (const [action, handle] of handlers) {
    // A key that the server refuses changes nothing, and the screen says why.
    mediaSession.setActionHandler(action, () => void handle().catch(() => {}));
  }
  let shown: string | undefined;
  const show = () => {
    const { playing, isPaused } = speaker.current().state;
    mediaSession.playbackState = !playing ? "none" : isPaused ? "paused" : "playing";
    if (playing?.id === shown) return;
    shown = playing?.id;
    const { title, artist, albumArt } = playing ?? {};
    const artwork = albumArt ? [{ src: albumArt }] : [];
    mediaSession.metadata = playing ? new MediaMetadata({ title, artist, artwork }) : null;
  };
  const unsubscribe = speaker.subscribe(show);
  show();
  return () => {
    unsubscribe();
    mediaSession.metadata = null;
    for (const [action] of handlers) mediaSession.setActionHandler(action, null);
  };
}
