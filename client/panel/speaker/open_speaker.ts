// The player of this tab, put together for a browser: its page, its screen and the keys of its device.
import { keepAwake } from "../../lib/keep_awake.ts";
import { watchRoom } from "../../lib/live.ts";
import type { Api } from "../api.ts";
import { createDecks } from "./decks.ts";
import { createSpeaker, type Speaker } from "./speaker.ts";
import { createSpeakerSettings, createTab, meetNeighbours, type SpeakerSettings } from "./tab.ts";
import { startWorkerClock } from "./speaker_clock.ts";

export interface OpenSpeaker extends Speaker {
  settings: SpeakerSettings;
}

/** The player of the cafe of `ownerId`. It goes on in this tab if it was on before. */
export function openSpeaker(api: Api, ownerId: string): OpenSpeaker {
  const settings = createSpeakerSettings();
  const speaker = createSpeaker({
    api,
    tab: createTab(sessionStorage),
    decks: (onEvent) => createDecks({ settings, onEvent }),
    startClock: startWorkerClock,
    watch: (onChange) => watchRoom(ownerId, { onChange }),
    neighbours: (parts) => meetNeighbours(ownerId, parts),
  });
  const ends = [followMediaSession(speaker, api), followPage(speaker)];
  speaker.goOn();
  return {
    ...speaker,
    settings,
    close() {
      ends.forEach((end) => end());
      speaker.close();
    },
  };
}

/**
 * Shows what plays to the media keys of a keyboard and to the lock screen, and lets them command it, until the returned
 * function is called. It does nothing if the browser has no media session.
 */
export function followMediaSession(speaker: Speaker, api: Api): () => void {
  const { mediaSession } = navigator;
  if (!mediaSession) return () => {};
  const handlers: [MediaSessionAction, () => Promise<unknown>][] = [
    ["play", () => api("POST /api/playback/resume")],
    ["pause", () => api("POST /api/playback/pause")],
    ["nexttrack", () => {
      const playId = speaker.current().state.playing?.id;
      return api("POST /api/playback/skip", { body: { playId } });
    }],
  ];
  for (const [action, handle] of handlers) {
    // A key that the server refuses changes nothing, and the screen says why.
    mediaSession.setActionHandler(action, () => void handle().catch(() => {}));
  }
  let shown: string | undefined;
  const show = () => {
    const { needsPress, isPaused, ...state } = speaker.current().state;
    const playing = needsPress ? null : state.playing;
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

/**
 * Keeps the screen from going dark, asks before the page is closed while music is heard, and gives the lease back when it
 * is, until the returned function is called. A page that is put away, for the Back button, is as silent as one that is closed, so
 * it gives its lease back too, and claims it again when it is shown.
 */
export function followPage(
  speaker: Pick<Speaker, "current" | "subscribe" | "isHeard" | "leave" | "goOn">,
): () => void {
  const listening = new AbortController();
  addEventListener("pagehide", () => speaker.leave(), listening);
  addEventListener("pageshow", ({ persisted }) => persisted && speaker.goOn(), listening);
  const awake = whileTrue(() => speaker.current().phase === "on", keepAwake);
  // Only then: some browsers put no page away that listens for it.
  const asking = whileTrue(speaker.isHeard, askBeforeLeaving);
  const follow = () => [awake, asking].forEach((each) => each.look());
  const unsubscribe = speaker.subscribe(follow);
  return () => {
    unsubscribe();
    listening.abort();
    [awake, asking].forEach((each) => each.end());
  };
}

/** Calls `begin` when `fact` has become true, and what it returned when it is no longer. */
function whileTrue(fact: () => boolean, begin: () => () => void) {
  let end: (() => void) | undefined;
  const stop = () => {
    end?.();
    end = undefined;
  };
  return {
    look: () => fact() ? void (end ??= begin()) : stop(),
    end: stop,
  };
}

/** The browser asks in its own words. */
function askBeforeLeaving(): () => void {
  const ask = (event: Event) => event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}
