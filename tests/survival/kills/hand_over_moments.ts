// The steps of a hand-over at which the process is killed.
import { plays } from "../../../db/schema/requests.ts";
import { type MusicAccount, PLAY } from "../../support/music/music_faults.ts";
import type { Seeded } from "../../support/people/seeded.ts";
import type { ServerProcess } from "../../support/start/server_process.ts";
import { passed, until } from "../../support/time/until.ts";

type Play = typeof plays.$inferSelect;

export const SONG_MS = 7_000;

export interface Crash {
  account: MusicAccount;
  server: ServerProcess;
  random: Seeded;
  /** Resolves once the second request's play fulfils `is`. */
  second(is: (play: Play) => boolean): Promise<void>;
}

/** Each kills the process while the second of two requests is handed over to, or the playlist after them. */
export const MOMENTS: Record<string, (crash: Crash) => Promise<void>> = {
  async "after a song was sent, before the account has the order"({ account, server }) {
    await nthOrder(account, 1);
    account.fail("timeout before the effect");
    await nthOrder(account, 2);
    await server.kill();
  },
  async "after the account has accepted an order, before that is recorded"({ account, server }) {
    await nthOrder(account, 1);
    const held = account.hold("after", PLAY);
    await held.arrived;
    await server.kill();
    held.release();
  },
  async "after an order was recorded as accepted, before the play began"({ server, second }) {
    await second(({ orderedAt, state }) => orderedAt !== null && state === "sent");
    await server.kill();
  },
  async "after a play began"({ server, second, random }) {
    await second(({ state }) => state === "playing");
    await passed(random.upTo(SONG_MS));
    await server.kill();
  },
  async "during an order of the playlist, before its effect"({ account, server }) {
    await nthOrder(account, 2);
    account.fail("timeout before the effect");
    await nthOrder(account, 3);
    await server.kill();
  },
  async "during an order of the playlist, after its effect"({ account, server }) {
    await nthOrder(account, 2);
    const held = account.hold("after", PLAY);
    await held.arrived;
    await server.kill();
    held.release();
  },
};

/** Resolves once the account has got `n` orders to play. */
function nthOrder(account: MusicAccount, n: number): Promise<void> {
  return until(() => account.calls.filter((call) => PLAY.test(call)).length >= n);
}
