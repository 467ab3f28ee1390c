// Letters by SMTP.
import { createTransport } from "nodemailer";
import type { Post } from "./mail.ts";

/** How long each step of the conversation may take; together less than a claim on a letter lasts. */
const STEP_MS = 10_000;

/** Sends through the server at `url` (`smtp://` or `smtps://`, with user and password where it asks for them). */
export function smtpPost(url: string, from: string): Post {
  const transport = createTransport({
    url,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ id, to, subject, text, html, writtenAt }) => {
    await transport.sendMail({
      from,
      to,
      subject,
      text,
      html,
      date: new Date(writtenAt),
      // The same at every attempt, so that a letter which arrives twice is shown once. In groups, like the
      // boundary in words: six digits in a row are for codes alone, in the letter's source too.
      messageId: `<${id.match(/.{1,5}/g)?.join("-")}@${domainOf(from)}>`,
      baseBoundary: "siradaki",
      textEncoding: "quoted-printable",
      headers: { "Auto-Submitted": "auto-generated" }, // RFC 3834: no answers by machines
    });
  };
}

function domainOf(from: string): string {
  return from.match(/@([\w.-]+)/)?.[1] ?? "localhost";
}
