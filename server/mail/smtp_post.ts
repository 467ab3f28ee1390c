// Sends letters by SMTP.
import { lazy } from "../lazy.ts";
import type { Post } from "./mail.ts";
import { connectionOptions, sendingError } from "./smtp_connection.ts";

/** `url` is the configuration's (docs/running.md#mail-server). */
export function smtpPost(url: string, from: string): Post {
  const transport = lazy(async () =>
    (await import("nodemailer")).createTransport(connectionOptions(url))
  );
  return async ({ id, to, subject, text, html, writtenAt }) => {
    const sent = (await transport()).sendMail({
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
    await sent.catch((error) => {
      throw sendingError(error);
    });
  };
}

function domainOf(from: string): string {
  return from.match(/@([\w.-]+)/)?.[1] ?? "localhost";
}
