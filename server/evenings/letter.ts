// The letter of the morning: what it says, who gets it, and when it is written (docs/evenings.md#letter).
import { getLogger } from "@logtape/logtape";
import { cafeDay, dateOfCafeDay, startOfCafeDay } from "../../db/evenings/cafe_day.ts";
import {
  isMorningLetterOn,
  listMorningReaders,
  type MorningReader,
  turnMorningLetter,
  writeMorningLetter,
} from "../../db/evenings/morning_letters.ts";
import { DatabaseUnavailableError } from "../../db/connection/errors.ts";
import { type BackgroundJob, every } from "../background.ts";
import { HOUR_MS } from "../contract/clock.ts";
import type { MorningLetter } from "../contract/evenings.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { newLetter } from "../mail/new_letter.ts";
import { readEvening } from "./evenings.ts";
import { letterParts } from "./letter_parts.ts";

/** 10:00, counted from the beginning of the day at 06:00; and midnight, after which it is another date. */
const WRITTEN_AFTER_MS = 4 * HOUR_MS;
const WRITTEN_BEFORE_MS = 18 * HOUR_MS;
const CHECK_INTERVAL_MS = 10_000;

const log = getLogger(["siradaki", "evenings"]);

/** Whether the owner gets the letter. */
export async function readMorningLetter(
  { db }: Pick<Deps, "db">,
  ownerId: string,
): Promise<MorningLetter> {
  return { on: await isMorningLetterOn(db, ownerId) };
}

/** Turns the letter on or off. What is turned on after 10:00 begins on the next day. */
export async function changeMorningLetter(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  { on }: MorningLetter,
): Promise<MorningLetter> {
  const today = cafeDay(now());
  const isLate = now() >= startOfCafeDay(today) + WRITTEN_AFTER_MS;
  await turnMorningLetter(db, ownerId, { on, writtenDay: isLate ? today - 1 : today - 2 });
  return { on };
}

type WriteDeps = Pick<Deps, "cipher" | "config" | "db" | "limits" | "now" | "outbox">;

/**
 * Writes the letters about yesterday that are due and not written, from 10:00 until midnight: one to each owner who wants it,
 * if the day had a request. Several instances may call it at once. A letter that cannot be written is logged, and keeps no
 * other one back. @throws DatabaseUnavailableError, since no other letter could be written either
 */
export async function writeMorningLetters(deps: WriteDeps): Promise<void> {
  const { db, now } = deps;
  const today = cafeDay(now());
  const passed = now() - startOfCafeDay(today);
  if (passed < WRITTEN_AFTER_MS || passed >= WRITTEN_BEFORE_MS) return;
  const day = today - 1;
  for (const reader of await listMorningReaders(db, day)) {
    try {
      await writeAbout(deps, day, reader);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      const { ownerId } = reader;
      log.error("Cannot write the letter of the morning of {ownerId}, will try again: {error}", {
        ownerId,
        error,
      });
    }
  }
}

/** Writes one letter, or notes that there is none to write about the day. */
async function writeAbout(
  deps: WriteDeps,
  day: number,
  { ownerId, email }: MorningReader,
): Promise<void> {
  const evening = await findEvening(deps, ownerId, dateOfCafeDay(day));
  const letter = evening && evening.requests > 0
    ? await newLetter(deps, "morning", email, {
      secret: JSON.stringify(letterParts(evening)),
      origin: deps.config.appOrigin,
    })
    : undefined;
  await writeMorningLetter(deps.db, ownerId, day, letter);
  if (letter) deps.outbox.nudge();
}

async function findEvening(deps: WriteDeps, ownerId: string, date: string) {
  try {
    return await readEvening(deps, ownerId, date);
  } catch (error) {
    if (error instanceof DomainError && error.code === "evening_not_found") return;
    throw error;
  }
}

/** Looks now and every ten seconds. What failed is logged, and the next look tries it again. */
export function startMorningLetters(deps: WriteDeps): BackgroundJob {
  return every(CHECK_INTERVAL_MS, () => writeMorningLetters(deps), (error) => {
    log.error("Cannot write the letters of the morning, will try again: {error}", { error });
  });
}
