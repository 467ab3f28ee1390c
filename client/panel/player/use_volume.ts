// The volume that is shown and set.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Playback } from "../../../server/contract/automatic.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

/** For so long a reading may show the volume of before. */
const SETTLING_MS = 10_000;

/** What was set here counts until readings can know of it. */
export function useVolume(playback: Playback | undefined) {
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

/** The pause after each, in ms. */
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
