// Asks for another code, at most once a minute, and says how long that still is.
import { useEffect, useState } from "react";
import { Button } from "../components/Button.tsx";
import { ApiError, sentenceOf } from "../lib/http.ts";
import { notify } from "../lib/notices.ts";
import { api } from "./api.ts";

/** The server sends no more than one a minute (contract: resend-code). */
const WAIT_S = 60;

export interface ResendCodeProps {
  email: string;
  /** When the last code was sent (epoch ms), where that is known. */
  sentAt?: number;
}

export function ResendCode({ email, sentAt }: ResendCodeProps) {
  const [waitS, wait] = useCountdown(sentAt === undefined ? 0 : sentAt + WAIT_S * 1000);

  const resend = async () => {
    wait(WAIT_S);
    try {
      notify("success", (await api.resendCode({ email })).msg);
    } catch (error) {
      wait(error instanceof ApiError && error.retryAfterS || 0);
      notify("error", "Bir hata oluştu.", sentenceOf(error));
    }
  };
  return (
    <Button resting={waitS > 0} onClick={resend}>
      {waitS > 0 ? `Kodu tekrar gönder (${waitS} sn)` : "Kodu tekrar gönder"}
    </Button>
  );
}

/**
 * The seconds that are left until `end` (epoch ms), and a function that starts anew. Read from the clock each
 * time: while its reader is looking for the letter, a page in the background is hardly woken.
 */
function useCountdown(end: number): [leftS: number, start: (seconds: number) => void] {
  const [time, setTime] = useState(() => ({ end, now: Date.now() }));
  const leftS = Math.max(0, Math.ceil((time.end - time.now) / 1000));
  const running = leftS > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setTime(({ end }) => ({ end, now: Date.now() })), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return [leftS, (seconds) => setTime({ end: Date.now() + seconds * 1000, now: Date.now() })];
}
