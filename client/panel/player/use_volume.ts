// The volume that is shown and set.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Playback } from "../../../server/contract/automatic.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";
import { sendLatest } from "./send_latest.ts";

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
