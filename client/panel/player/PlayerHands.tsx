// What a hand can do to the music, in the player bar and on the page that plays: its buttons, the switch with its state,
// and the volume.
import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Playback, PlaybackStateName } from "../../../server/contract/playback.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { Icon, type IconName } from "../../components/Icon.tsx";
import { wholeWords } from "../../components/whole_words.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";
import { hasPlayerPage } from "../source_traits.ts";
import { TELL_OWNER, useMayOpen } from "../use_may_open.ts";
import { usePlayNext } from "./use_play_next.ts";
import type { PlaybackReading } from "./use_playback.ts";

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

/** For so long a reading may show the volume of before. */
const SETTLING_MS = 10_000;

/** What was set here counts until readings can know of it. */
function useVolume(playback: Playback | undefined) {
  const { api, notices } = usePanel();
  const [own, setOwn] = useState<number | null>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  const send = useMemo(() =>
    sendLatest(async (percent: number) => {
      try {
        await api("PUT /api/playback/volume", { body: { percent } });
      } catch (error) {
        notices.show("error", sentenceOf(error) || "Ses ayarlanırken bir hata oluştu.");
        setOwn(null);
      }
    }, () => settling.current = setTimeout(() => setOwn(null), SETTLING_MS)), [api, notices]);
  return {
    percent: own ?? playback?.volumePercent ?? null,
    change(percent: number) {
      clearTimeout(settling.current);
      setOwn(percent);
      send(percent);
    },
  };
}

/** The pause after each value that was sent, in ms. */
const GAP_MS = 300;

/**
 * For a value that changes quickly, as while a slider is dragged: not every value is sent, but always the last one. Returns
 * a function that hands a value to `send`. What is handed over while one is under way, or in the pause after
 * it, replaces what waits. `onRest` is called when nothing waits any more. `send` has to report its own failures.
 */
export function sendLatest<T>(
  send: (value: T) => Promise<unknown>,
  onRest: () => void,
): (value: T) => void {
  let waiting: { value: T } | undefined;
  let isSending = false;
  return (value) => {
    waiting = { value };
    if (!isSending) void run();
  };

  async function run(): Promise<void> {
    isSending = true;
    while (waiting) {
      const { value } = waiting;
      waiting = undefined;
      await send(value);
      await new Promise((resolve) => setTimeout(resolve, GAP_MS));
    }
    isSending = false;
    onRest();
  }
}

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

/** The states that need the owner, or at least explain a silence. */
export const ATTENTION: Partial<Record<PlaybackStateName, IconName>> = {
  paused: "pause",
  human: "person",
  no_device: "warning",
  blocked: "warning",
  reconnect: "warning",
  stopped: "warning",
};

/** The label of a link to the screen 'Müzik', for the states that the owner ends there. */
const LINKS: Partial<Record<PlaybackStateName, string>> = {
  no_device: "Cihaz seçin",
  reconnect: "Hesabı bağlayın",
};

interface PlaybackStateProps {
  playback: Playback | undefined;
  /** The id of the cafe's source, undefined until it is known. */
  source: string | undefined;
  /**
   * What the first row says, if it shows no song. `same`: this sentence, and wide bars show it here instead. `other`: another
   * one, and this one is for screen readers, which hear its changes in both cases.
   */
  said?: "same" | "other";
}

/**
 * What playing by itself does at the moment, in a sentence, and what the owner can do about it. Screen readers hear every
 * change of it.
 */
export function PlaybackState({ playback, source = "", said }: PlaybackStateProps) {
  const state = playback?.state ?? "off";
  const icon = ATTENTION[state];
  const opensPlayer = state === "no_device" && hasPlayerPage(source);
  const mayFix = useMayOpen()("/panel/music");
  const link = opensPlayer ? undefined : LINKS[state];
  return (
    <div className={`player-state${icon ? " player-state-attention" : ""}`} data-said={said}>
      {icon && <Icon name={icon} />}
      <p id="player-state" role="status">
        {playback && wholeWords(playback.sentence)}
      </p>
      {opensPlayer && (
        <Link to="/panel/player" className="button player-hand">
          Müziği başlat
        </Link>
      )}
      {link && !mayFix && <p>{TELL_OWNER}</p>}
      {link && mayFix && <Link to="/panel/music" className="button player-hand">{link}</Link>}
    </div>
  );
}

/** A slider, which on a phone a button shows. Nothing if the volume cannot be set. */
export function Volume({ playback }: { playback: Playback | undefined }) {
  const [open, setOpen] = useState(false);
  const { percent, change } = useVolume(playback);
  if (!playback?.canVolume || percent === null) return null;
  return (
    <>
      <button
        type="button"
        className="icon-button player-volume-toggle"
        aria-expanded={open}
        aria-label="Ses düzeyini göster"
        onClick={() => setOpen(!open)}
      >
        <Icon name="volume" />
      </button>
      <div className="player-volume" data-open={open || undefined}>
        <Icon name="volume" />
        <input
          type="range"
          min={0}
          max={100}
          aria-label="Ses düzeyi"
          aria-valuetext={`Yüzde ${percent}`}
          value={percent}
          onChange={(event) => change(event.currentTarget.valueAsNumber)}
        />
        <output aria-hidden="true">%{percent}</output>
      </div>
    </>
  );
}
