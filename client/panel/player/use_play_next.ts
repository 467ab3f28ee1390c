// Plays the next song, or skips the one that plays; asks first if that would cut a guest's song off.
import { useState } from "react";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { ApiError, sentenceOf } from "../../lib/http.ts";
import type { LiveCafe } from "../live/live_cafe.ts";
import { usePanel } from "../services.ts";
import { askToCut } from "./ask_to_cut.ts";
import { cutsOff, skipsGuest } from "./cuts_off.ts";
import type { PlaybackReading } from "./use_playback.ts";

/** How long the buttons rest: a second press would cut off the song that the first one started. */
const REST_MS = 2000;

const CALLS = { next: "POST /api/requests/play-next", skip: "POST /api/playback/skip" } as const;
const FAILED = {
  next: "Sıradaki şarkı çalınırken bir hata oluştu.",
  skip: "Şarkı geçilirken bir hata oluştu.",
} as const;

type Press = keyof typeof CALLS;

export interface PlayNextOptions {
  /** Whether playing a song ends the one that plays, which then may have to be asked for. */
  cutsOff?: boolean;
}

/** `busy` is the button whose press is under way. */
export function usePlayNext(
  next: SongRequest | undefined,
  reading: PlaybackReading,
  { cutsOff: mayCutOff = true }: PlayNextOptions = {},
) {
  const { api, confirmation, liveCafe, notices } = usePanel();
  const [busy, setBusy] = useState<Press>();

  const press = async (pressed: Press) => {
    if (busy) return;
    setBusy(pressed);
    // What plays is known by a reading that may be missing still.
    const song = reading.observation ? reading.observation.song : await reading.read();
    const asks = pressed === "skip" ? skipsGuest : cutsOff;
    const asked = mayCutOff && Boolean(song && asks(song));
    if (song && asked) {
      setBusy(undefined);
      if (!await askToCut(confirmation, song, next?.songTitle)) return;
      setBusy(pressed);
    }
    // A guest's song that is cut off on purpose is skipped: its tip is earned only after a while.
    await send(asked ? "skip" : pressed);
    setBusy(undefined);
  };

  const send = async (call: Press) => {
    try {
      notices.show("success", (await api(CALLS[call])).msg);
    } catch (error) {
      notices.show("error", sentenceOf(error) || FAILED[call]);
      // After a refusal the song is still first. Without an answer it may play.
      if (error instanceof ApiError) return void liveCafe.refresh().catch(() => {});
    }
    // Until the song has left the queue, another press would seem to play it again.
    await Promise.all([rested(), refreshed(liveCafe), reading.read()]);
  };
  return { busy, playNext: () => press("next"), skip: () => press("skip") };
}

function rested(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}

/** Resolves once a refresh that began after this call has succeeded. A failed one is tried again elsewhere. */
async function refreshed(liveCafe: LiveCafe): Promise<void> {
  if (await liveCafe.refresh().catch(() => true)) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (liveCafe.current().stale) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = liveCafe.subscribe(look);
    look();
  });
}
