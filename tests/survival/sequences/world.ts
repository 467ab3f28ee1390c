// Two cafes that play their own files, the people of both, and the model of each cafe.
import { updateCafe } from "../../../db/cafes.ts";
import { createAdmin, createOwner } from "../../support/people/factories.ts";
import { logInAgain, sessionOf } from "../../support/people/logins.ts";
import { cafeOf, type LibraryCafe, useLibrary } from "../../support/music/library_cafe.ts";
import type { MemoryLibrary } from "../../support/music/memory_library.ts";
import { newGuest } from "../../support/people/requests.ts";
import { createStaff } from "../../support/people/team.ts";
import type { TestApp } from "../../support/start/test_app.ts";
import { CafeModel } from "./model.ts";
import { type Known, Person } from "./person.ts";
import { GUESTS } from "./steps.ts";

/** Valid IBANs, one for each cafe. */
const IBANS = ["TR330006100519786457841326", "TR320010009999901234567890"];

export interface Cafe {
  live: LibraryCafe;
  model: CafeModel;
  name: string;
  iban: string;
  holder: string;
  /** A person of the team who takes part in no step, and can always read. */
  observer: Person;
}

export interface World {
  app: TestApp;
  cafes: [Cafe, Cafe];
  /** By number (steps.ts). */
  people: Person[];
  now(): number;
}

let count = 0;

/** Makes both cafes. Each has the library as its source, and bank details. */
export async function openWorld(app: TestApp, library: MemoryLibrary): Promise<World> {
  count += 1;
  const cafes = await Promise.all([0, 1].map(async (i): Promise<Cafe> => {
    const name = `Kafe ${"AB"[i]}${count}`;
    const live = cafeOf(app, library, await createOwner(app.deps, name));
    const bank = { iban: IBANS[i]!, holder: `Hesap Sahibi ${"AB"[i]}${count}` };
    const profile = { name, iban: bank.iban, accountHolderName: bank.holder };
    await updateCafe(app.deps.db, live.owner.ownerId, profile);
    await useLibrary(live, { auto: true, fallback: false });
    const watcher = await createStaff(app.deps, live.owner.ownerId, `Gözlemci ${name}`);
    const account: Known = { ...watcher, name: `Gözlemci ${name}`, role: "staff", cafe: i };
    const observer = new Person(app, -1, account);
    await logIn(observer, watcher.token);
    return { live, model: new CafeModel(), name, ...bank, observer };
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
  return { app, cafes: [cafes[0]!, cafes[1]!], people, now: app.clock.now };
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
