// Two cafes, the people of both, the model of each cafe, and the app in which sequences run one after another.
import { updateCafe } from "../../../db/people/cafes.ts";
import { switchAuto } from "../../../server/playback/tell_conductor.ts";
import { createAdmin, createOwner } from "../../support/people/factories.ts";
import { logInAgain, sessionOf } from "../../support/people/logins.ts";
import {
  cafeOf,
  type LibraryCafe,
  type MemoryLibrary,
  memoryLibrary,
  useLibrary,
} from "../../support/music/library_cafe.ts";
import { newGuest } from "../../support/people/requests.ts";
import { createStaff } from "../../support/people/team.ts";
import type { TestApp } from "../../support/start/test_app.ts";
import { createClock, type StoppedClock } from "../../support/time/clock.ts";
import { type AccountModel, type MusicAccount, musicAccount, useAccount } from "./music_account.ts";
import { CafeModel } from "./model.ts";
import { type Answer, type Known, Person } from "./person.ts";
import { GUESTS, type Source } from "./steps.ts";
import { createMusic } from "../../../server/music/music.ts";
import { createProviders } from "../../../server/music/providers.ts";
import { moneyApp } from "../../support/db/ledger_invariants.ts";

/** Valid IBANs, one for each cafe. */
const IBANS = ["TR330006100519786457841326", "TR320010009999901234567890"];

export interface Cafe {
  live: LibraryCafe;
  model: CafeModel;
  /** Of a cafe whose songs play by themselves at a music account. */
  account?: AccountModel;
  name: string;
  iban: string;
  holder: string;
  /** A person of the team who takes part in no step, and can always read. */
  observer: Person;
  /** The last answer with the public queue. */
  keptQueue?: Answer;
  /** What the lists held when it was last looked, and the revision of then. */
  told?: { lists: string; revision: number };
}

export interface World {
  app: TestApp;
  cafes: [Cafe, Cafe];
  /** By number (steps.ts). */
  people: Person[];
  now(): number;
  /** Lets time pass, in ms; 0 is enough for what follows at once. Takes in what began by itself. */
  pass(ms: number): Promise<void>;
  /** From now on nothing begins by itself. */
  close(): Promise<void>;
}

/** What the sequences that run one after another share. */
export interface Surroundings {
  app: TestApp;
  library: MemoryLibrary;
  clock: StoppedClock;
  account: MusicAccount;
}

let count = 0;

/** Makes both cafes. The first has the library as its source, the second `source`. Both have bank details. */
export async function openWorld(around: Surroundings, source: Source): Promise<World> {
  const { app, library, clock } = around;
  count += 1;
  const cafes = await Promise.all([0, 1].map(async (i): Promise<Cafe> => {
    const name = `Kafe ${"AB"[i]}${count}`;
    const live = cafeOf(app, library, await createOwner(app.deps, name));
    const bank = { iban: IBANS[i]!, holder: `Hesap Sahibi ${"AB"[i]}${count}` };
    const profile = { name, iban: bank.iban, accountHolderName: bank.holder };
    await updateCafe(app.deps.db, live.owner.ownerId, profile);
    const model = new CafeModel();
    const plays: Source = i === 0 ? "library" : source;
    if (plays === "library") await useLibrary(live, { auto: true, fallback: false });
    const account = plays === "library" ? undefined : await useAccount(around, live, model, plays);
    const watcher = await createStaff(app.deps, live.owner.ownerId, `Gözlemci ${name}`);
    const known: Known = { ...watcher, name: `Gözlemci ${name}`, role: "staff", cafe: i };
    const observer = new Person(app, -1, known);
    await logIn(observer, watcher.token);
    return { live, model, account, name, ...bank, observer };
  }));

  const people: Person[] = [];
  const add = async (account: Known, token: string) => {
    const person = new Person(app, people.length, account);
    people.push(person);
    await logIn(person, token);
  };
  for (const [cafe, { live, name }] of cafes.entries()) {
    const { ownerId, email, token } = live.owner;
    await add({ name, email, accountId: ownerId, role: "owner", cafe }, token);
  }
  for (const [cafe, { live, name }] of cafes.entries()) {
    const staff = await createStaff(app.deps, live.owner.ownerId, `Ekip ${name}`);
    await add({ ...staff, name: `Ekip ${name}`, role: "staff", cafe }, staff.token);
  }
  const admin = await createAdmin(app.deps);
  await add({ ...admin, name: "Yönetici", email: "", role: "admin" }, admin.token);
  for (let i = 0; i < GUESTS; i++) {
    people.push(new Person(app, people.length, undefined, await newGuest(app)));
  }
  people.push(new Person(app, people.length));
  const { account, live } = cafes[1]!;
  const idle = () => app.deps.conductors.idle();
  return {
    ...{ app, cafes: [cafes[0]!, cafes[1]!], people, now: clock.now },
    async pass(ms) {
      if (!account) return clock.pass(ms);
      await clock.run(ms, idle);
      account.takeIn(clock.now());
    },
    async close() {
      if (account) {
        await switchAuto(app.deps, { ownerId: live.owner.ownerId, role: "owner" }, false);
      }
    },
  };
}

/** One more login of the person, with this token or a new one. */
export async function logIn(person: Person, token?: string): Promise<void> {
  const { app, account, isMember } = person;
  if (!account) return;
  const made = token ?? await logInAgain(app, account.accountId);
  const role = account.role === "staff" && !isMember ? "cafeless" : account.role;
  const sessionId = await sessionOf(app, made);
  person.logins.push({ token: made, sessionId, isOver: false, role });
}

// The app in which sequences run one after another. A new one comes after some, so that its tables stay small.

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
