// Requests another verification code, at most once a minute, and shows the time that is left.
import { Button } from "../components/Button.tsx";
import { ApiError, call, sentenceOf } from "../lib/http.ts";
import { usePanel } from "./services.ts";
import { useCountdown } from "./use_countdown.ts";

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
