// The layout of the account screens: heading, fields, error message, main button and links.
import { type FormHTMLAttributes, type ReactNode, type Ref, useEffect, useState } from "react";
import { Button } from "../components/Button.tsx";
import { Notice, type NoticeProps } from "../components/Notice.tsx";
import { wholeWords } from "../components/whole_words.tsx";
import { PageHeading } from "../components/PageHeading.tsx";
import { ApiError, call, sentenceOf } from "../lib/http.ts";
import { usePanel } from "./services.ts";

interface AccountFormProps {
  title: string;
  lead?: ReactNode;
  /** A message from the previous screen, or about what was done on this one. */
  message?: Pick<NoticeProps, "kind" | "text">;
  form: FormHTMLAttributes<HTMLFormElement> & { ref: Ref<HTMLFormElement> };
  failure: string;
  busy: boolean;
  action: string;
  children: ReactNode;
  /** Links to other screens, below the button. */
  links?: ReactNode;
}

export function AccountForm(
  { title, lead, message, form, failure, busy, action, children, links }: AccountFormProps,
) {
  return (
    <>
      <PageHeading title={title} lead={typeof lead === "string" ? wholeWords(lead) : lead} />
      {/* A live region has to exist before its message, or screen readers do not announce it. */}
      <div className="account-news" role="status">{message && <Notice {...message} />}</div>
      <form {...form} className="account-form">
        {children}
        {failure && <Notice kind="error" text={failure} />}
        <Button type="submit" look="primary" busy={busy}>{action}</Button>
      </form>
      {links && <nav className="account-links" aria-label="Hesap">{links}</nav>}
    </>
  );
}

// Counts down seconds by the clock.

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

// Requests another verification code, at most once a minute, and shows the time that is left.

/** The server sends at most one code a minute (docs/accounts.md#codes). */
const RESEND_INTERVAL_S = 60;

interface ResendCodeProps {
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

// The link to the privacy notice, for forms that ask for personal data (KVKK 6698, art. 10).

export function PrivacyLink() {
  return (
    <p className="field-hint">
      Kişisel verilerinizin nasıl işlendiği{" "}
      {/* In a tab of its own, so that what was typed is not lost. */}
      <a href="/aydinlatma-metni" target="_blank" rel="noopener">aydınlatma metninde</a> yazar.
    </p>
  );
}
