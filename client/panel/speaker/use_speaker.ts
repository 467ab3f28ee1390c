// What the display of the player knows of the music, and the keys by which it is told what to do.
import { useEffect, useRef } from "react";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { useCommand } from "../player/PlayerHands.tsx";
import { usePlayNext } from "../player/use_play_next.ts";
import type { PlaybackReading } from "../player/use_playback.ts";
import { usePanel } from "../services.ts";
import type { SpeakerState } from "./speaker_machine.ts";

/** What plays is known here first. Of a song that may be a guest's it is asked whether to cut it off. */
export function asPlayed(
  reading: PlaybackReading,
  { playing, positionMs, isPaused }: SpeakerState,
  byGuest = true,
): PlaybackReading {
  const { playback } = reading;
  const recorded = playback?.playing;
  const song = playing && {
    ...playing,
    playId: playing.id,
    earnsTip: recorded?.playId === playing.id && recorded.earnsTip,
    positionMs,
    isPlaying: !isPaused,
    byGuest,
  };
  return {
    ...reading,
    observation: playback && { playback, song, ended: null },
  };
}

interface KeysInput {
  isPaused: boolean;
  next: SongRequest | undefined;
  reading: PlaybackReading;
}

/** Not while something has the focus that takes keys itself, nor while a dialog is open. */
export function useSpeakerKeys({ isPaused, next, reading }: KeysInput): void {
  const { api } = usePanel();
  const { run } = useCommand("Komut gönderilirken bir hata oluştu.", reading.read);
  const { skip } = usePlayNext(next, reading);
  const keys: Record<string, () => unknown> = {
    " ": () => run(() => api(isPaused ? "POST /api/playback/resume" : "POST /api/playback/pause")),
    n: skip,
  };
  const latest = useRef(keys);
  useEffect(() => void (latest.current = keys));

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const work = latest.current[event.key.toLowerCase()];
      if (!work || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element;
      if (target.closest(TAKES_KEYS) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      work();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const TAKES_KEYS = "a, button, input, select, textarea, summary, [contenteditable]";
