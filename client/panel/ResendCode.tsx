// Requests another verification code, at most once a minute, and shows the time that is left.
import { useEffect, useState } from "react";
import { Button } from "../components/Button.tsx";
import { ApiError, call, sentenceOf } from "../lib/http.ts";
import { usePanel } from "./services.ts";

/** The server sends at most one code a minute (docs/accounts.md#codes). */
const RESEND_INTERVAL_S = 60;

export interface ResendCodeProps {
  email: string;
  /** When the last code was sent, in epoch ms, if that is known. */
  sentAt?: number;
}

export function ResendCode({ email, sentAt }: ResendCodeProps) {
  const { notices } = usePanel();
  const [waitS, wait] = useCountdown(sentAt === undefined ? 0 : sentAt + RESEND_INTERVAL_S * 1000);

  const resend = async () => {
    wait(RESEND_INTERVAL_S);
    try {
      notices.show("success", (await call("POST /api/auth/resend-code", { body: { email } })).msg);
    } catch (error) {
      wait(error instanceof ApiError && error.retryAfterS || 0);
      notices.show("error", "Bir hata oluştu.", sentenceOf(error));
    }
  };
  return (
    <Button resting={waitS > 0} onClick={resend}>
      {waitS > 0 ? `Kodu tekrar gönder (${waitS} sn)` : "Kodu tekrar gönder"}
    </Button>
  );
}

/**
 * Returns the seconds that are left until `end` (epoch ms) and a function that starts a new countdown. Each tick reads
 * the clock: the timers of a page in the background are slowed down while the user reads the letter.
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
