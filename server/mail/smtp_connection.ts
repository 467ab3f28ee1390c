// How letters reach the mail server: through TLS, and within time limits (docs/running.md#mail-server).
import { isLoopback } from "../addresses.ts";

/** For each step of the conversation. All steps together take less than CLAIM_LIFETIME_MS of the outbox. */
const STEP_TIMEOUT_MS = 10_000;

/** For the log, if the server refuses STARTTLS. */
const NO_TLS =
  "The mail server offers no TLS, so the letter was not sent. Write smtps:// in SMTP_URL if the server has a port for " +
  "it. For a relay in your own network add ?requireTLS=false to SMTP_URL (docs/running.md#mail-server)";

/**
 * The options of nodemailer. `url` is `smtp://` or `smtps://`, with user and password if the server needs them. Its
 * parameters are nodemailer's, and come before what is set here.
 */
export function connectionOptions(url: string) {
  return {
    url,
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** For the log, if TLS breaks off without a reason, as it does in Deno 2.5. */
const TLS_FAILED =
  "TLS with the mail server failed, so the letter was not sent. Most often its certificate is not valid for the host in " +
  "SMTP_URL, or has expired (docs/running.md#mail-server)";

/** An error of sending, which says what went wrong and what to do about it. */
export function sendingError(
  error: Error & { command?: string; code?: string; originalCode?: string },
): Error {
  if (error.command === "STARTTLS") return new Error(NO_TLS, { cause: error });
  if (error.originalCode === "UNKNOWN") return new Error(TLS_FAILED, { cause: error });
  // An attempt at several addresses has no message of its own.
  return error.message ? error : new Error(
    `The mail server cannot be reached (${
      error.originalCode ?? error.code
    }). Look at host and port in SMTP_URL`,
    { cause: error },
  );
}
