// Plays the next song, or skips the one that plays; asks first if that would cut a guest's song off
// (docs/playback.md#asking-first).
import { useState } from "react";
import { HEARD_MS } from "../../../server/contract/limits.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import type { Question } from "../../lib/confirmation.ts";
import { ApiError, sentenceOf } from "../../lib/http.ts";
import { shortTitle } from "../../lib/format.ts";
import { type Queries, REQUESTS } from "../queries.ts";
import { usePanel } from "../services.ts";
import { useRowQuestion } from "../use_row_question.ts";
import { isSameShown, type PlaybackReading, type ShownSong, songOverInMs } from "./use_playback.ts";

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
  const { api, notices, queries } = usePanel();
  const [busy, setBusy] = useState<Press>();
  const ask = useQuestion(next, reading);

  const press = async (pressed: Press) => {
    if (busy) return;
    setBusy(pressed);
    // What plays is known by a reading that may be missing still.
    const song = reading.observation ? reading.observation.song : await reading.read();
    const asks = pressed === "skip" ? skipsGuest : cutsOff;
    const asked = mayCutOff && Boolean(song && asks(song));
    if (song && asked) {
      setBusy(undefined);
      if (!await ask(song)) return;
      setBusy(pressed);
    }
    // A guest's song that is cut off on purpose is skipped: its tip is earned only after a while.
    await send(asked ? "skip" : pressed, song);
    setBusy(undefined);
  };

  /** Names what the person saw: if that is over by now, the song after it is not cut off. */
  const send = async (call: Press, seen: ShownSong | null | undefined) => {
    try {
      const { msg } = await api(CALLS[call], { body: { playId: nameOf(seen) } });
      notices.show("success", msg);
    } catch (error) {
      notices.show("error", sentenceOf(error) || FAILED[call]);
      // After a refusal the song is still first. Without an answer it may play.
      if (error instanceof ApiError) return void queries.refreshRoom();
    }
    // Until the song has left the queue, another press would seem to play it again.
    await Promise.all([rested(), queueRead(queries), reading.read()]);
  };
  return { busy, playNext: () => press("next"), skip: () => press("skip") };
}

/**
 * Asks whether a song may be cut off. While the question is open it says what holds at the moment; it closes with no when
 * the song is over, or another one plays, and that is said.
 */
function useQuestion(next: SongRequest | undefined, { observation }: PlaybackReading) {
  return useRowQuestion<ShownSong>({
    about(song) {
      // Without an observation the song is known by the reading of this press.
      const now = observation ? observation.song : song;
      if (!now || !isStillThere(song, now)) return;
      return questionAbout(now, next?.songTitle);
    },
    gone: ({ title }) => `'${shortTitle(title)}' bitti.`,
  });
}

/**
 * How a command names what was seen: null for silence or music that the cafe has not started, undefined if the play of the
 * song is not known, or the reading failed.
 */
function nameOf(seen: ShownSong | null | undefined): string | null | undefined {
  if (!seen) return seen;
  return seen.playId ?? (seen.byGuest ? undefined : null);
}

function rested(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}

/** Resolves once the queue was read after this call. A failed reading is tried again elsewhere. */
async function queueRead({ changes, client, refreshRoom }: Queries): Promise<void> {
  await refreshRoom();
  await new Promise<void>((resolve) => {
    const look = () => {
      if (client.getQueryState(REQUESTS.queryKey)?.error) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = changes(look);
    look();
  });
}

/** A song with less than this left is at its end: by the time of an answer it would be over. */
const END_MS = 5000;

/** Whether the next song would cut off a guest's song that plays. */
function cutsOff(song: ShownSong): boolean {
  return song.byGuest && song.isPlaying && leftMs(song) > END_MS;
}

/** Whether skipping would take something from a guest: the rest of a song, also of one that is paused. */
function skipsGuest(song: ShownSong): boolean {
  return cutsOff(song) || song.byGuest && !song.isPlaying;
}

function leftMs({ durationMs, positionMs }: ShownSong): number {
  return durationMs === null ? Infinity : durationMs - positionMs;
}

/** `next` is the title of the first song of the queue. */
function questionAbout(
  { title, isPlaying, positionMs, earnsTip }: ShownSong,
  next: string | undefined,
): Question {
  const sentences = [
    earnsTip && positionMs < HEARD_MS && "Bahşişi yazılmayacak.",
    next && `Kesilirse hemen '${next}' başlar.`,
  ];
  return {
    title: `'${title}' ${isPlaying ? "hâlâ çalıyor" : "henüz bitmedi"}. Kesilsin mi?`,
    text: sentences.filter(Boolean).join(" "),
    action: next ? "Kes ve sıradakini çal" : "Şarkıyı kes",
  };
}

/** Whether the song that was asked about is the one that is there `now`, and not at its end. */
function isStillThere(asked: ShownSong, now: ShownSong | null): boolean {
  if (!now || (songOverInMs(now) ?? 1) <= 0) return false;
  if (asked.playId !== undefined && now.playId !== undefined) return asked.playId === now.playId;
  return isSameShown(asked, now);
}
