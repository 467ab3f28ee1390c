// Which cafes this instance acts for: it holds a lease on the conductor of each (docs/conductor.md#leases).
import { getLogger } from "@logtape/logtape";
import { holdConductors, releaseConductors } from "../../db/plays/conductors.ts";
import type { BackgroundJob } from "../background.ts";
import { isDoneWithin } from "../timer.ts";
import { newId } from "../ids.ts";
import { conduct, type ConductDeps, type Conducting } from "./conductor/conduct.ts";

/** How long a lease lasts, and how often it is renewed. */
const LEASE_MS = 20_000;
const RENEW_MS = 5_000;
/** How long the dashboard counts as open after it has asked for the state. */
const WATCHED_MS = 15_000;

/** How long a call waits for what it has caused, so that its answer tells the state after it. */
const ANSWER_MS = 3_000;

const log = getLogger(["siradaki", "playback"]);

/** What the rest of the server asks of the conductors. */
export interface Conductors {
  /** Acts for the cafes whose conductors are on, until it is stopped. */
  start(): BackgroundJob;
  /**
   * Takes in what a call has changed, at once if this instance acts for the cafe or may begin to. Waits a short time for
   * what that causes.
   */
  changed(ownerId: string): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Called while the owner's dashboard is open. */
  watch(ownerId: string): void;
}

export function createConductors(deps: ConductDeps): Conductors {
  const { db, hub, music, now, timer } = deps;
  const holder = newId(now());
  const leftOut = music.all.filter(({ selfPlaying }) => selfPlaying).map(({ id }) => id);
  const acting = new Map<string, Conducting>();
  let isRunning = false;
  let isFirst = true;
  let heldUntil = 0;
  /** After the clock was set back it is not known how much of the lease is over. */
  const isGood = () => now() < heldUntil && now() >= heldUntil - LEASE_MS;
  let cancel = () => {};
  /** Renews the leases, once at a time. */
  let work: Promise<void> = Promise.resolve();

  return {
    start() {
      isRunning = true;
      const leave = hub.listen((ownerId) => {
        const cafe = acting.get(ownerId);
        if (cafe) work = work.then(cafe.sync).catch(warn);
      });
      const loop = () => {
        void renew();
        cancel = timer.at(now() + RENEW_MS, loop);
      };
      loop();
      return {
        async stop() {
          isRunning = false;
          cancel();
          leave();
          await work;
          await Promise.all([...acting.values()].map((cafe) => cafe.stop().catch(warn)));
          acting.clear();
          await releaseConductors(db, holder).catch(warn);
        },
      };
    },
    async changed(ownerId) {
      if (!acting.has(ownerId)) await renew();
      const cafe = acting.get(ownerId);
      if (!cafe) return;
      // What was done is done, whether or not it can be read now.
      await cafe.sync().catch(warn);
      // Another one begins, which knows nothing of the source that was left.
      if (cafe.isLost()) return await renew();
      await isDoneWithin(ANSWER_MS, cafe.idle());
    },
    async idle() {
      for (let last; last !== work;) await (last = work);
      for (const cafe of acting.values()) await cafe.idle();
    },
    watch: (ownerId) => acting.get(ownerId)?.watch(now() + WATCHED_MS),
  };

  function renew(): Promise<void> {
    return work = work.then(hold).catch(async (error) => {
      warn(error);
      // Another instance may act by now.
      if (!isGood()) await keep([]);
    });
  }

  async function hold(): Promise<void> {
    if (!isRunning) return;
    const nowMs = now();
    const until = nowMs + LEASE_MS;
    // A file belongs to one server at a time, so a lease of before the start is of no use to anyone.
    const fromAnyone = isFirst && !db.remote;
    const held = await holdConductors(db, { holder, now: nowMs, until, fromAnyone, leftOut });
    isFirst = false;
    heldUntil = until;
    await keep(held);
    await Promise.all([...acting.values()].map((cafe) => cafe.sync()));
    for (const { selfPlaying } of music.all) await selfPlaying?.tidy();
  }

  /** Acts for these owners' cafes and no others. */
  async function keep(held: string[]): Promise<void> {
    const lost = [...acting].filter(([ownerId, cafe]) => !held.includes(ownerId) || cafe.isLost());
    for (const [ownerId] of lost) acting.delete(ownerId);
    // At once: what one cafe has under way would let the leases of the others lapse.
    await Promise.all(lost.map(([, cafe]) => cafe.stop().catch(warn)));
    await Promise.all(
      held.filter((ownerId) => !acting.has(ownerId)).map(async (ownerId) => {
        const cafe = await conduct(deps, ownerId, { holder, isGood });
        if (cafe) acting.set(ownerId, cafe);
      }),
    );
  }

  function warn(error: unknown): void {
    log.warn(
      "Cannot read from the database, or renew there, which cafes this process plays for, so no next song is started " +
        "until it can. It is tried again every few seconds; if this goes on, check the database: {error}",
      { error },
    );
  }
}
