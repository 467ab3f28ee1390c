// The app in which sequences run one after another. A new one comes after some, so that its tables stay small.
import { createMusic } from "../../../server/music/music.ts";
import { createProviders } from "../../../server/music/providers.ts";
import { moneyApp } from "../../support/db/ledger_invariants.ts";
import { memoryLibrary } from "../../support/music/memory_library.ts";
import { createClock } from "../../support/time/clock.ts";
import { type MusicAccount, musicAccount } from "./music_account.ts";
import type { Source } from "./steps.ts";
import { openWorld, type Surroundings, type World } from "./world.ts";

const SONGS = 5;
/** Together they stay within the evening, so that no week ends by itself. */
const SEQUENCES = 20;

export class Stage implements AsyncDisposable {
  #opened = new AsyncDisposableStack();
  #surroundings?: Surroundings;
  #world?: World;
  #count = 0;

  get app(): Surroundings["app"] | undefined {
    return this.#surroundings?.app;
  }

  /** New cafes, and no money or requests yet. */
  async open(source: Source): Promise<World> {
    await this.#world?.close();
    if (this.#count++ % SEQUENCES === 0) await this[Symbol.asyncDispose]();
    this.#surroundings ??= await surroundings(this.#opened);
    return this.#world = await openWorld(this.#surroundings, source);
  }

  /** After a sequence that failed the next one gets a new app: the books of this one may be wrong from now on. */
  async giveUp(): Promise<void> {
    await this[Symbol.asyncDispose]().catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = this.#opened;
    this.#opened = new AsyncDisposableStack();
    this.#world = undefined;
    this.#surroundings = undefined;
    await opened.disposeAsync();
  }
}

/** An app with a library and music accounts, whose conductors act as its clock passes. */
async function surroundings(opened: AsyncDisposableStack): Promise<Surroundings> {
  const library = opened.use(memoryLibrary());
  const clock = createClock();
  let account: MusicAccount;
  const app = opened.use(
    await moneyApp({ RATE_LIMITS: "off" }, {
      clock,
      replace: (deps) => {
        account = musicAccount(deps);
        const [, ...others] = createProviders({ ...deps, library });
        const music = createMusic(deps, [account.provider, ...others]);
        return { library, music, demoAccount: account.demoAccount };
      },
    }),
  );
  await library.fill(app.deps.db, SONGS);
  const conducting = app.deps.conductors.start();
  opened.defer(() => conducting.stop());
  return { app, library, clock, account: account! };
}
