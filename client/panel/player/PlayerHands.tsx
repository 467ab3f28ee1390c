// What a hand can do to the music, in the player bar and on the page that plays: its buttons, and the switch.
import { useState } from "react";
import type { PlaybackStateName } from "../../../server/contract/playback.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";
import { usePlayNext } from "./use_play_next.ts";
import type { PlaybackReading } from "./use_playback.ts";

/** The states that end by 'Devam'. */
const HELD: readonly PlaybackStateName[] = ["paused", "human", "stopped"];

interface PauseButtonProps {
  connected: boolean;
  reading: PlaybackReading;
}

/** Pauses the music, or goes on with it: also after something else was chosen, and after a stop. */
export function PauseButton(
  { connected, reading: { playback, observation, read } }: PauseButtonProps,
) {
  const { api } = usePanel();
  const { busy, run } = useCommand("Komut gönderilirken bir hata oluştu.", read);
  const song = observation?.song;
  const isHeld = playback !== undefined && HELD.includes(playback.state);
  if (isHeld || song && !song.isPlaying) {
    return (
      <Button
        className={isHeld ? "player-hand player-resume" : "player-hand"}
        icon="play"
        disabled={!connected}
        busy={busy}
        aria-describedby={isHeld ? "player-state" : undefined}
        onClick={() => run(() => api("POST /api/playback/resume"))}
      >
        Devam
      </Button>
    );
  }
  return (
    <Button
      className="player-hand"
      icon="pause"
      aria-label="Duraklat"
      title="Duraklat"
      disabled={!connected || !song}
      busy={busy}
      onClick={() => run(() => api("POST /api/playback/pause"))}
    />
  );
}

interface PlayNextButtonsProps {
  connected: boolean;
  /** The first song of the queue. */
  next: SongRequest | undefined;
  reading: PlaybackReading;
}

/** Skip and play next, of which one is enough while a guest's song plays: both would end it and begin the next. Disabled while there is nothing to skip or to play, busy until the press is seen in the queue. */
export function PlayNextButtons({ connected, next, reading }: PlayNextButtonsProps) {
  const { busy, playNext, skip } = usePlayNext(next, reading);
  const song = reading.observation?.song;
  const isGuests = song?.byGuest === true && song.isPlaying && busy === undefined;
  const showsSkip = !(isGuests && next);
  const showsNext = !(isGuests && !next);
  return (
    <>
      {showsSkip && (
        <Button
          className="player-hand"
          disabled={!connected || !song && busy !== "skip"}
          busy={busy === "skip"}
          resting={busy === "next"}
          onClick={skip}
        >
          Geç
        </Button>
      )}
      {showsNext && (
        <Button
          className="play-next"
          look="primary"
          icon="next"
          disabled={!connected || !next && busy !== "next"}
          busy={busy === "next"}
          resting={busy === "skip"}
          aria-describedby={connected ? "player-next" : "player-words"}
          onClick={playNext}
        >
          <span className="play-next-words">Sıradaki şarkıyı çal</span>
        </Button>
      )}
    </>
  );
}

interface MarkPlayingButtonProps {
  /** The first song of the queue. */
  next: SongRequest | undefined;
  reading: PlaybackReading;
}

/** Says that a person has started the first song of the queue on the cafe's own system (docs/manual.md#playing). */
export function MarkPlayingButton({ next, reading }: MarkPlayingButtonProps) {
  // The song before it is over: the next one was started already.
  const { busy, playNext } = usePlayNext(next, reading, { cutsOff: false });
  return (
    <Button
      className="mark-playing"
      look="primary"
      icon="check"
      disabled={!next && busy === undefined}
      busy={busy === "next"}
      aria-describedby="player-next"
      onClick={playNext}
    >
      Çalıyor
    </Button>
  );
}

/** The switch 'Otomatik çal' (docs/conductor.md). */
export function AutoSwitch({ reading: { playback, read } }: { reading: PlaybackReading }) {
  const { api } = usePanel();
  const { busy, run } = useCommand("Otomatik çal ayarlanırken bir hata oluştu.", read);
  /** What was asked for while that is under way. */
  const [wanted, setWanted] = useState(false);
  const on = busy ? wanted : playback?.auto ?? false;
  const turn = () => {
    if (busy) return;
    setWanted(!on);
    void run(() => api("PUT /api/playback/auto", { body: { on: !on } }));
  };
  return (
    <button
      type="button"
      role="switch"
      className="player-switch"
      aria-checked={on}
      aria-describedby="player-state"
      disabled={!playback}
      data-busy={busy || undefined}
      onClick={turn}
    >
      <span className="player-switch-track" aria-hidden="true" />
      Otomatik çal
    </button>
  );
}

/** `failed` is said if the server gives no sentence of its own. `read` reads the state. */
export function useCommand(failed: string, read: () => Promise<unknown>) {
  const { notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const run = async (send: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await send();
    } catch (error) {
      notices.show("error", sentenceOf(error) || failed);
    }
    await read();
    setBusy(false);
  };
  return { busy, run };
}
