// Sends the letters of the table `letters`, after the answer that caused them, and again after growing delays if it
// failed (docs/accounts.md#letters).
import { getLogger } from "@logtape/logtape";
import type { Database } from "../../db/connection/client.ts";
import {
  claimDueLetters,
  dropLetter,
  type Letter,
  type LetterKind,
  markLetterSent,
  postponeLetter,
} from "../../db/people/letters.ts";
import { answered, type BackgroundJob, createAfterAnswer, every } from "../background.ts";
import type { Config } from "../config.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import type { Cipher } from "../secrets.ts";
import { letterText, type Post } from "./letter_text.ts";
import { createPost } from "./post.ts";

const log = getLogger(["siradaki", "mail"]);

/** Longer than sending can take. After that, a letter whose sender crashed may be sent by another. */
const CLAIM_LIFETIME_MS = 2 * MINUTE_MS;
const MAX_AT_ONCE = 5;
const FIRST_RETRY_DELAY_MS = 5_000;
const MAX_RETRY_DELAY_MS = 15 * MINUTE_MS;
/** An older letter is not sent any more: its code or link has expired, or its news are old. */
const USEFUL_LIFETIME_MS: Record<LetterKind, number> = {
  verification_code: 10 * MINUTE_MS,
  reset_link: HOUR_MS,
  password_changed: 3 * DAY_MS,
  second_factor_on: 3 * DAY_MS,
  second_factor_off: 3 * DAY_MS,
  address_in_use: DAY_MS,
  invitation: 7 * DAY_MS,
  morning: 14 * HOUR_MS,
};

export interface Outbox {
  /** Begins to send the letters that are due, and returns at once. */
  nudge(): void;
  /** Begins `work`, which writes letters, once the answer is out, and then sends them. Returns at once. */
  afterAnswer(work: () => Promise<void>): void;
  /** Resolves when no letter is being written or sent. */
  idle(): Promise<void>;
}

interface OutboxDeps {
  config: Config;
  db: Database;
  cipher: Cipher;
  now: () => number;
}

/** `post` sends one letter, by default as the configuration says. */
export function createOutbox(deps: OutboxDeps, post: Post = createPost(deps.config)): Outbox {
  let working: Promise<void> | undefined;
  let asked = false;
  const later = createAfterAnswer((error) =>
    log.error("Cannot write a letter, its recipient has to ask again: {error}", { error })
  );

  function nudge() {
    asked = true;
    working ??= work().finally(() => {
      working = undefined;
      if (asked) nudge();
    });
  }

  async function work() {
    await answered();
    asked = false;
    try {
      while (await sendSome(deps, post) > 0);
    } catch (error) {
      log.error("Cannot send the letters that are due, will try again: {error}", { error });
    }
  }

  return {
    nudge,
    afterAnswer: (work) => later.run(work, nudge),
    async idle() {
      await later.idle();
      while (working) await working;
    },
  };
}

async function sendSome(deps: OutboxDeps, post: Post): Promise<number> {
  const nowMs = deps.now();
  const claimed = await claimDueLetters(deps.db, nowMs, nowMs + CLAIM_LIFETIME_MS, MAX_AT_ONCE);
  await Promise.all(claimed.map((letter) => send(deps, post, letter)));
  return claimed.length;
}

async function send(deps: OutboxDeps, post: Post, letter: Letter): Promise<void> {
  const { id, kind, recipient, createdAt, attempts } = letter;
  if (deps.now() - createdAt > USEFUL_LIFETIME_MS[kind]) {
    log.warn(
      "Cannot send a letter {kind}: {attempts} attempts failed, and what is in it is over; its recipient has to ask again",
      { kind, attempts },
    );
    return await dropLetter(deps.db, id);
  }
  try {
    const secret = letter.secret === null ? "" : await deps.cipher.decrypt(letter.secret, id);
    const text = letterText(kind, secret, letter.origin ?? deps.config.appOrigin);
    await post({ ...text, id, to: recipient, writtenAt: createdAt });
  } catch (error) {
    const delayMs = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (attempts - 1), MAX_RETRY_DELAY_MS);
    log.warn("Cannot send a letter {kind}, attempt {attempts}, next in {delayMs} ms: {error}", {
      kind,
      attempts,
      delayMs,
      error,
    });
    return await postponeLetter(deps.db, id, deps.now() + delayMs);
  }
  await markLetterSent(deps.db, id, deps.now());
}

// The background job that sends letters which failed before, or which an earlier run of the server left behind.

/** The first retry is due after this time. A look that finds nothing is one indexed read. */
const LOOK_INTERVAL_MS = 5_000;

/** Looks for due letters now and every 5 seconds. `stop` also waits for letters that other calls had sent. */
export function startSending({ outbox }: Pick<Deps, "outbox">): BackgroundJob {
  const looking = every(
    LOOK_INTERVAL_MS,
    () => Promise.resolve(outbox.nudge()),
    (error) => log.error("Cannot look for due letters, will try again: {error}", { error }),
  );
  return {
    async stop() {
      await looking.stop();
      await outbox.idle();
    },
  };
}
