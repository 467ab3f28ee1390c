// One person reads everything that can be read: what is refused, and that no answer holds what is not for them.
import { strict as assert } from "node:assert";
import { CALLS } from "../../../server/contract/calls.ts";
import type { Login, Person } from "./person.ts";
import type { Cafe, World } from "./world.ts";

type Readers = Login["role"][] | "everyone";

const OWNER: Readers = ["owner"];
const TEAM: Readers = ["owner", "staff"];
const ADMIN: Readers = ["admin"];
const LOGIN: Readers = ["owner", "staff", "admin", "cafeless"];
const ACCOUNT: Readers = ["owner", "staff", "cafeless"];

/** Who may read what, by the path (docs/team.md#access). */
const READERS: Record<string, Readers> = {
  "/api/auth/reset-password/:token": "everyone",
  "/api/auth/second-factor": LOGIN,
  "/api/auth/sessions": LOGIN,
  "/api/account/export": ACCOUNT,
  "/api/team": OWNER,
  "/api/team/cafes": LOGIN,
  "/api/team/invitations": LOGIN,
  "/api/team/join/:token": "everyone",
  "/api/cafes/me": TEAM,
  "/api/cafes/:cafeId": "everyone",
  "/api/house": OWNER,
  "/api/house/week": OWNER,
  "/api/tables": OWNER,
  "/api/evenings": OWNER,
  "/api/evenings.csv": OWNER,
  "/api/evenings/:date": OWNER,
  "/api/evenings/letter": OWNER,
  "/api/plays.csv": OWNER,
  "/api/cafes/:cafeId/played": "everyone",
  "/api/blocks": OWNER,
  "/api/requests": TEAM,
  "/api/requests/mine": "everyone",
  "/api/requests/queue/:ownerId": "everyone",
  "/api/auth/status": OWNER,
  "/api/spotify/search": "everyone",
  "/api/music/search": "everyone",
  "/api/music/suggestions": "everyone",
  "/api/spotify/login": "everyone",
  "/api/spotify/callback": "everyone",
  "/api/music": OWNER,
  "/api/music/list": OWNER,
  "/api/library": OWNER,
  "/api/library/songs": OWNER,
  "/api/library/songs/:id/audio": OWNER,
  "/api/library/covers/:id": "everyone",
  "/api/cafes/:cafeId/now": "everyone",
  "/api/spotify/player": OWNER,
  "/api/playback": TEAM,
  "/api/player/current": "everyone",
  "/api/library/audio/:file": "everyone",
  "/api/payouts/summary": OWNER,
  "/api/payouts": OWNER,
  "/api/payouts/history.csv": OWNER,
  "/api/payouts/earnings": OWNER,
  "/api/admin/payouts": ADMIN,
  "/api/admin/payouts/pending.csv": ADMIN,
  "/api/admin/payouts/paid": ADMIN,
  "/api/payouts/till": OWNER,
  "/api/payouts/till/songs": OWNER,
  "/api/realtime": "everyone",
};

/** The same for both cafes, and asked of the music service. */
const OF_NO_CAFE = ["/api/spotify/search", "/api/spotify/login", "/api/spotify/callback"];

/** Fails if the contract has something to read that this part does not know, or no longer has it. */
export function assertAllKnown(): void {
  const paths = Object.keys(CALLS).filter((name) => name.startsWith("GET ")).map((name) =>
    name.slice(4)
  );
  assert.deepEqual(new Set(paths), new Set(Object.keys(READERS)));
}

/** It settles a song that is on its way to the player in passing (docs/playback.md#unknown-outcome). */
const SETTLES = "/api/spotify/player";

/** 404 before anything has happened on the day. */
const EVENING = "/api/evenings/:date";

/** Its answer names requests that anyone can support. */
const SEARCH = "/api/music/search";

const READ = Object.entries(READERS).filter(([pattern]) => !OF_NO_CAFE.includes(pattern));
/** So many things are read after each step. */
const PART = 6;

/** Reads some things as this person, another part for each `nth`, and returns how many answers came. */
export function readPart(world: World, person: Person, nth: number): Promise<number> {
  return read(
    world,
    person,
    READ.map((_, i) => READ[(nth * PART + i) % READ.length]!).slice(0, PART),
  );
}

/** Reads everything as this person, of both cafes, and returns how many answers came. */
export function readAll(world: World, person: Person): Promise<number> {
  return read(world, person, READ);
}

async function read(world: World, person: Person, what: typeof READ): Promise<number> {
  const secrets = secretsFrom(world, person);
  let count = 0;
  for (const [pattern, readers] of what) {
    const refusal = readers === "everyone" ? undefined : person.refusal(readers);
    for (const path of pathsOf(world, pattern)) {
      const { status, body } = await person.call("GET", path);
      count += 1;
      if (refusal) assert.equal(status, refusal, path);
      else if (readers !== "everyone" && !(pattern === EVENING && status === 404)) {
        assert.equal(status, 200, `${path}: ${body.msg}`);
      }
      if (path === SETTLES && !refusal) world.cafes[person.cafe!]!.account?.seen();
      const shown = pattern === SEARCH ? withoutWaiting(world, path, body) : body;
      const text = typeof shown === "string" ? shown : JSON.stringify(shown);
      assertHoldsNone(secrets, person, { path, text });
    }
  }
  return count;
}

/**
 * The songs that a search found without what anyone may know of a request: its id, while it can be supported
 * (docs/requests.md#support). Fails unless just these ids are there, each with its song.
 */
function withoutWaiting({ cafes }: World, path: string, songs: Found[]): Omit<Found, "waiting">[] {
  const { model } = cafes.find(({ live }) => path.includes(live.owner.ownerId))!;
  return songs.map(({ waiting, ...song }) => {
    const ids = model.requests.filter(({ uri, state }) =>
      uri === song.uri && /^(pending|approved)$/.test(state)
    ).map(({ id }) => id);
    assert.ok(
      waiting === undefined ? ids.length === 0 : ids.includes(waiting),
      `${song.uri} waits`,
    );
    return song;
  });
}

interface Found {
  uri: string;
  waiting?: string;
}

/** The addresses of a path: one for each cafe if it names one. */
function pathsOf({ cafes, now }: World, pattern: string): string[] {
  // All sequences stay within one evening.
  const today = new Date(now()).toISOString().slice(0, 10);
  const paths = cafes.map(({ live: { owner }, model }) => {
    const query = {
      "/api/requests/mine": `?ownerId=${owner.ownerId}`,
      "/api/music/search": `?ownerId=${owner.ownerId}&term=a`,
      // Of a page that is not the player any more.
      "/api/player/current": `?lease=${model.endedLeases.at(-1) ?? "none"}`,
    }[pattern] ?? "";
    return pattern.replace(":ownerId", owner.ownerId).replace(":cafeId", owner.cafeId)
      .replace(":date", today)
      .replace(/:(token|id|file)/, "1") + query;
  });
  return [...new Set(paths)];
}

// What this person must not read anywhere: what belongs to the other cafe, and what is above the own role.

export interface Secret {
  secret: string;
  what: string;
}

/** Fails if an answer to the person holds one of the secrets. */
export function assertHoldsNone(
  secrets: Secret[],
  person: Person,
  { path, text }: { path: string; text: string },
): void {
  for (const { secret, what } of secrets) {
    assert.ok(!text.includes(secret), `${who(person)} reads ${what} at ${path}: ${text}`);
  }
}

function who(person: Person): string {
  return person.account
    ? `${person.role ?? "a login that is over"} ${person.account.name}`
    : "a guest";
}

export function secretsFrom(world: World, person: Person): Secret[] {
  return [
    ...world.cafes.flatMap((cafe, number) => ofCafe(world, cafe, number, person)),
    ...world.people.flatMap((other) => ofPerson(other, person)),
  ];
}

function ofCafe({ people }: World, cafe: Cafe, number: number, person: Person): Secret[] {
  const { live: { owner }, model, iban, holder } = cafe;
  const isOwner = person.role === "owner" && person.cafe === number;
  const isTeam = isOwner || person.role === "staff" && person.cafe === number;
  const isAdmin = person.role === "admin";
  const guest = people.filter(({ cookie }) => cookie).indexOf(person);
  const shown = model.requests.filter(({ state }) => state === "sent");
  const isPublic = new Set([...model.queue, ...shown, model.play?.request].map((r) => r?.id));
  const hidden = model.requests.filter(({ id, asker, tips }) =>
    !isTeam && !isPublic.has(id) && asker !== guest && !(tips[guest]! > 0)
  );
  const inside = [
    ...model.tables.map(({ code }) => ({ secret: code, what: "a table's code" })),
  ];
  const money = [
    { secret: iban, what: "an IBAN" },
    { secret: holder, what: "an account holder" },
    { secret: owner.email, what: "an owner's e-mail" },
    ...model.payouts.map(({ id }) => ({ secret: id, what: "a payout" })),
  ];
  return [
    ...hidden.map(({ id }) => ({ secret: `"${id}"`, what: `request ${id}` })),
    ...isOwner ? [] : inside,
    ...isOwner || isAdmin ? [] : money,
    ...isTeam ? [] : model.tables.map(({ label }) => ({ secret: label, what: "a table's name" })),
    ...[...model.endedLeases, ...model.lease ? [model.lease.secret] : []]
      .map((secret) => ({ secret, what: "a player's lease" })),
  ];
}

/** Logins, cookies, and what is known of staff. */
function ofPerson(other: Person, reader: Person): Secret[] {
  const { account, cookie, logins } = other;
  const isSelf = other === reader && reader.role !== undefined;
  const isTheirOwner = reader.role === "owner" && reader.cafe === account?.cafe;
  const isColleague = reader.role === "staff" && reader.cafe === account?.cafe;
  const isStaff = account?.role === "staff";
  return [
    ...isSelf ? [] : logins.map(({ sessionId }) => ({ secret: sessionId, what: "a login" })),
    ...logins.map(({ token }) => ({ secret: token.split(".")[2]!, what: "a token" })),
    ...cookie ? [{ secret: cookie.split(/[=.]/)[1]!, what: "a guest's cookie" }] : [],
    ...isStaff && !isSelf && !isTheirOwner
      ? [{ secret: account.email, what: "the e-mail of staff" }]
      : [],
    ...isStaff && !isSelf && !isTheirOwner && !isColleague
      ? [{ secret: account.name, what: "the name of staff" }]
      : [],
  ];
}
