// Where letters go: to an SMTP server (RFC 5321), or into a folder as files, which is kept small.
import { getLogger } from "@logtape/logtape";
import { join } from "node:path";
import { type BackgroundJob, every } from "../background.ts";
import type { Config } from "../config.ts";
import { DAY_MS, HOUR_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { isLoopback } from "../environment.ts";
import { lazy } from "../once.ts";
import type { Mail, Post } from "./letter_text.ts";

// Writes letters as text files, if no SMTP server is configured. The log names the file, never the code.

const log = getLogger(["siradaki", "mail"]);

/** Writes each letter into `folder`, readable by this account alone. */
export function filePost(folder: string): Post {
  return async (mail) => {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, fileName(mail));
    // Renamed once it is complete, so that a reader never sees half a letter.
    await Deno.writeTextFile(`${path}.part`, fileText(mail), { mode: 0o600 });
    await Deno.rename(`${path}.part`, path);
    log.info("Letter to {to}: {subject}, in {path}", { to: mail.to, subject: mail.subject, path });
  };
}

/** With what the name of a letter begins that was written at `ms` (epoch ms): `2026-01-31_18-30-00`, in UTC. */
function timeInName(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", "_").replaceAll(":", "-");
}

/** Sorts by time. The id is in groups, so that no six digits in a row look like a code. */
function fileName({ id, writtenAt }: Mail): string {
  return `${timeInName(writtenAt)}_${id.match(/.{1,5}/g)?.join("-")}.txt`;
}

function fileText({ to, subject, writtenAt, text }: Mail): string {
  const date = new Date(writtenAt).toISOString();
  return `Kime: ${to}\nKonu: ${subject}\nTarih: ${date}\n\n${text}`;
}

// How letters reach the mail server: through TLS, and within time limits (docs/running.md#mail-server).

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
function connectionOptions(url: string) {
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

// Sends letters by SMTP.

/** `url` is the configuration's (docs/running.md#mail-server). */
function smtpPost(url: string, from: string): Post {
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

export function createPost({ mail, dataDir }: Pick<Config, "mail" | "dataDir">): Post {
  return mail.smtpUrl === undefined
    ? filePost(`${dataDir}/outbox`)
    : smtpPost(mail.smtpUrl, mail.from);
}

// Deletes the files of old letters, which hold addresses of people (docs/accounts.md#retention).

/** As long as the link of any letter works. */
const LIFETIME_MS = 7 * DAY_MS;
const CHECK_INTERVAL_MS = HOUR_MS;
/** The names that `fileName` gives, also of a letter that a killed server has left half written. */
const LETTER = /^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_[\w-]+\.txt(\.part)?$/;

type LetterDeps = Pick<Deps, "config" | "now">;

/** Looks now and every hour. A failure is logged, and the next look tries again. */
export function startDeletingLetters(deps: LetterDeps): BackgroundJob {
  return every(CHECK_INTERVAL_MS, () => deleteOldLetters(deps), (error) => {
    log.error("Cannot delete old letters, will try again: {error}", { error });
  });
}

/** Deletes the letters in `DATA_DIR/outbox` that were written more than 7 days ago. Other files stay. */
export async function deleteOldLetters({ config, now }: LetterDeps): Promise<void> {
  const oldest = timeInName(now() - LIFETIME_MS);
  await deleteLetters(config, (name) => name < oldest);
}

/** Deletes the letters in `DATA_DIR/outbox` to a person whose account was deleted. A failure is logged. */
export async function deleteLettersTo(
  { config }: Pick<LetterDeps, "config">,
  email: string,
): Promise<void> {
  try {
    await deleteLetters(
      config,
      async (_, path) => (await Deno.readTextFile(path)).startsWith(`Kime: ${email}\n`),
    );
  } catch (error) {
    log.error(
      "Cannot delete letters of a deleted account, they go when they are a week old: {error}",
      {
        error,
      },
    );
  }
}

/** Deletes those of the folder's letters that are to go. */
async function deleteLetters(
  { dataDir }: Pick<Config, "dataDir">,
  isToGo: (name: string, path: string) => boolean | Promise<boolean>,
): Promise<void> {
  const folder = join(dataDir, "outbox");
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      const path = join(folder, name);
      if (isFile && LETTER.test(name) && await isToGo(name, path)) await Deno.remove(path);
    }
  } catch (error) {
    // There is no folder, or another instance has deleted the same letter.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
