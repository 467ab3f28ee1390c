// Sends the letters of the outbox table: after the answer, once each as far as anybody can know, and again
// after a growing delay where it failed.
import { getLogger } from "@logtape/logtape";
import {
  claimDueLetters,
  dropLetter,
  type Letter,
  type LetterKind,
  markLetterSent,
  postponeLetter,
} from "../../db/letters.ts";
import type { Database } from "../../db/client.ts";
import type { Config } from "../config.ts";
import type { Cipher } from "../secrets.ts";
import { letterText } from "./letter_text.ts";
import type { Post } from "./mail.ts";
import { createPost } from "./post.ts";

const log = getLogger(["siradaki", "mail"]);

/** Longer than sending can take: a letter whose sender died is free again after that. */
const CLAIM_MS = 2 * 60 * 1000;
const AT_ONCE = 5;
const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 15 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** A letter that is older says nothing that still holds: its code or link is dead. */
const USEFUL_MS: Record<LetterKind, number> = {
  verification_code: 10 * MINUTE_MS,
  reset_link: 60 * MINUTE_MS,
  password_changed: 3 * 24 * 60 * MINUTE_MS,
  address_in_use: 24 * 60 * MINUTE_MS,
};

export interface Outbox {
  /** Has what is due sent, soon; returns at once. */
  nudge(): void;
  /** Resolves when nothing is being sent any more. */
  idle(): Promise<void>;
}

interface OutboxDeps {
  config: Config;
  db: Database;
  cipher: Cipher;
  now: () => number;
}

/** `post` is how letters leave; by default as the configuration says. */
export function createOutbox(deps: OutboxDeps, post: Post = createPost(deps.config)): Outbox {
  let working: Promise<void> | undefined;
  let asked = false;

  function nudge() {
    asked = true;
    working ??= work().finally(() => {
      working = undefined;
      if (asked) nudge();
    });
  }

  async function work() {
    // The answer goes first.
    await new Promise((resolve) => setImmediate(resolve));
    asked = false;
    try {
      while (await sendSome(deps, post) > 0);
    } catch (error) {
      log.error("Cannot look after the outbox: {error}", { error });
    }
  }

  return {
    nudge,
    async idle() {
      while (working) await working;
    },
  };
}

async function sendSome(deps: OutboxDeps, post: Post): Promise<number> {
  const nowMs = deps.now();
  const claimed = await claimDueLetters(deps.db, nowMs, nowMs + CLAIM_MS, AT_ONCE);
  await Promise.all(claimed.map((letter) => send(deps, post, letter)));
  return claimed.length;
}

async function send(deps: OutboxDeps, post: Post, letter: Letter): Promise<void> {
  const { id, kind, recipient, createdAt, attempts } = letter;
  if (deps.now() - createdAt > USEFUL_MS[kind]) {
    log.warn("Letter {kind} given up after {attempts} attempts", { kind, attempts });
    return await dropLetter(deps.db, id);
  }
  try {
    const secret = letter.secret === null ? "" : await deps.cipher.decrypt(letter.secret, id);
    const text = letterText(kind, secret, deps.config.appOrigin);
    await post({ ...text, id, to: recipient, writtenAt: createdAt });
  } catch (error) {
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);
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
