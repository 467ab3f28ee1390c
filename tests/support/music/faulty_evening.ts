// A listener of a music account over sockets that can fail, with a clock that stands still.
import { createClock, type TestClock } from "../time/clock.ts";
import { Caller } from "./account_caller.ts";
import type { ShownPlayer } from "./demo_player.ts";
import type { FaultyPlayer } from "./faulty_player.ts";
import { type MusicAccount, type MusicAccountOptions, startMusicAccount } from "./music_faults.ts";

export interface FaultyEvening extends AsyncDisposable {
  account: MusicAccount;
  clock: TestClock;
  /** The person's side of the player. */
  player: FaultyPlayer;
  caller: Caller;
  /** Calls below /v1/me/player, and returns the status. */
  command(method: string, path: string, body?: unknown): Promise<number>;
  /** `GET /me/player`, null for 204. */
  look(query?: string): Promise<ShownPlayer | null>;
}

/** Starts an account, and connects a listener to it. */
export async function faultyEvening(options: MusicAccountOptions = {}): Promise<FaultyEvening> {
  const clock = createClock();
  const account = await startMusicAccount({ now: clock.now, ...options });
  const caller = await new Caller(account).connect();
  return {
    account,
    clock,
    player: account.player(),
    caller,
    async command(method, path, body) {
      const response = await caller.call(method, `/me/player${path}`, body);
      await response.body?.cancel();
      return response.status;
    },
    async look(query = "") {
      const response = await caller.call("GET", `/me/player${query}`);
      return response.status === 204 ? null : await response.json();
    },
    async [Symbol.asyncDispose]() {
      caller[Symbol.dispose]();
      await account[Symbol.asyncDispose]();
    },
  };
}
