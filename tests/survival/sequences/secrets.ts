// What this person must not read anywhere: what belongs to the other cafe, and what is above the own role.
import { strict as assert } from "node:assert";
import type { Person } from "./person.ts";
import type { Cafe, World } from "./world.ts";

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
