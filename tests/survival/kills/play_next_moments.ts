// The moments of play-next at which its process is killed.
import { outsideLock } from "../../support/db/lock.ts";
import { type MusicAccount, PLAY } from "../../support/music/music_faults.ts";
import type { Seeded } from "../../support/people/seeded.ts";
import type { ServerProcess } from "../../support/start/server_process.ts";
import { passed, until } from "../../support/time/until.ts";

export interface Crash {
  account: MusicAccount;
  server: ServerProcess;
  random: Seeded;
  databasePath: string;
  /** Sends play-next from two tabs. The process is killed before it can answer them. */
  press(): void;
}

/** What happens at each moment, up to the kill. */
export const MOMENTS: Record<string, (crash: Crash) => Promise<void>> = {
  async "after the song was sent, before it begins"({ account, server, press }) {
    account.fail("timeout before the effect");
    press();
    await until(() => account.calls.some((call) => PLAY.test(call)));
    await server.kill();
  },
  async "after the song began, before the answer"({ account, server, press }) {
    const held = account.hold("after");
    press();
    await held.arrived;
    await server.kill();
    held.release();
  },
  async "after the song was sent, while it begins"({ account, server, press }) {
    const held = account.hold("before");
    press();
    await held.arrived;
    await server.kill();
    held.release();
  },
  async "after the answer, before the commit"({ account, server, random, databasePath, press }) {
    await using lock = await outsideLock(databasePath);
    const held = account.hold("after");
    press();
    await held.arrived;
    const { release } = await lock.take();
    held.release();
    // The answer is on its way; the commit cannot be, for as long as another process holds the lock.
    await passed(random.upTo(300));
    await server.kill();
    await release();
  },
};
