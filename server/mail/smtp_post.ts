// Sends letters by SMTP.
import { lazy } from "../lazy.ts";
import type { Post } from "./mail.ts";

/** For each step of the conversation. All steps together take less than CLAIM_LIFETIME_MS of the outbox. */
const STEP_TIMEOUT_MS = 10_000;

/** `url` is `smtp://` or `smtps://`, with user and password if the server needs them. */
export function smtpPost(url: string, from: string): Post {
  const transport = lazy(async () =>
    (await import("nodemailer")).createTransport({
      url,
      connectionTimeout: STEP_TIMEOUT_MS,
      greetingTimeout: STEP_TIMEOUT_MS,
      socketTimeout: STEP_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  );
  return async ({ id, to, subject, text, html, writtenAt }) => {
    await (await transport()).sendMail({
      from,
      to,
      subject,
      text,
      html,
      date: new Date(writtenAt),
      // The same at every attempt, so that a letter which arrives twice is shown once. The id is in groups and the
      // boundary a word, so that no six digits in a row look like a code, also in the letter's source.
      messageId: `<${id.match(/.{1,5}/g)?.join("-")}@${domainOf(from)}>`,
      baseBoundary: "siradaki",
      textEncoding: "quoted-printable",
      headers: { "Auto-Submitted": "auto-generated" }, // RFC 3834: asks for no automatic replies
    });
  };
}

function domainOf(from: string): string {
  return from.match(/@([\w.-]+)/)?.[1] ?? "localhost";
}
