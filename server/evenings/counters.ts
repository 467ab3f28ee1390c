// Counts what guests did not get, after the answer that told them (docs/evenings.md#counters).
import { getLogger } from "@logtape/logtape";
import { LRUCache } from "lru-cache";
import { cafeDay } from "../../db/evenings/cafe_day.ts";
import { countMiss, countRefusal, type NewRefusal } from "../../db/evenings/evening_counters.ts";
import { createAfterAnswer } from "../background.ts";
import type { Deps } from "../deps.ts";
import { fold } from "../fold.ts";

const log = getLogger(["siradaki", "evenings"]);

/** A search that found nothing. */
interface Miss {
  ownerId: string;
  term: string;
  /** The guest's id. It is kept in memory, and for the day alone. */
  guest: string;
}

export interface Counters {
  /** Counts a request that a rule of the house refused. Returns at once. */
  refused(refusal: Omit<NewRefusal, "day">): void;
  /** Counts a search that found nothing. Returns at once. */
  missed(miss: Miss): void;
  /** Resolves when nothing is being counted. */
  idle(): Promise<void>;
}

/** Words of which it is known who searched for them. Beyond, those are forgotten that were searched for longest ago. */
const MAX_WORDS = 5_000;
/** Of more guests it need not be known who they are. */
const ENOUGH_GUESTS = 2;

export function createCounters({ db, now }: Pick<Deps, "db" | "now">): Counters {
  const later = createAfterAnswer((error) =>
    log.warn("Cannot count what a guest did not get, the evening's record lacks it: {error}", {
      error,
    })
  );
  /** By owner, day and words: some of the guests. */
  const guests = new LRUCache<string, string[]>({ max: MAX_WORDS });
  let today = 0;

  return {
    refused(refusal) {
      const day = cafeDay(now());
      later.run(() => countRefusal(db, { ...refusal, day }));
    },
    missed({ ownerId, term, guest }) {
      const words = fold(term);
      if (words === "") return;
      const day = cafeDay(now());
      if (day !== today) guests.clear();
      today = day;
      const key = `${ownerId} ${words}`;
      const known = guests.get(key) ?? [];
      const all = known.includes(guest) ? known : [...known, guest].slice(0, ENOUGH_GUESTS);
      guests.set(key, all);
      later.run(() => countMiss(db, { owner: ownerId, day, words, guests: all.length }));
    },
    idle: () => later.idle(),
  };
}
