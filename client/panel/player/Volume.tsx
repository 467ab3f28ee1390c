// The volume of the music, which is sent while the slider is dragged.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Playback } from "../../../server/contract/playback.ts";
import { Icon } from "../../components/Icon.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

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
