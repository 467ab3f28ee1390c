// People who work for cafes: made in the database, or by the letters that invite them.
import { memberships } from "../../../db/schema/accounts.ts";
import { issueToken } from "../../../server/auth/tokens.ts";
import type { OwnInvitation, TeamMember } from "../../../server/contract/team.ts";
import type { Deps } from "../../../server/deps.ts";
import { newId } from "../../../server/ids.ts";
import type { TestApp } from "../start/test_app.ts";
import { PASSWORD } from "./accounts.ts";
import { insertAccount } from "./factories.ts";
import { lastInLetters } from "./letters.ts";

interface TestMember {
  accountId: string;
  email: string;
  token: string;
}

/** A person without a cafe, logged in. Its password is unknown. */
export async function createPerson(deps: Deps): Promise<TestMember> {
  const account = await insertAccount(deps, "owner", { phone: "" });
  return { accountId: account.id, email: account.email, token: await issueToken(deps, account) };
}

/** Makes a person a member of the owner's team. */
export async function enlist(
  deps: Deps,
  { accountId }: { accountId: string },
  ownerId: string,
  name = "Deniz",
): Promise<void> {
  const at = deps.now();
  await deps.db.write((d) => [
    d.insert(memberships).values({
      ...{ accountId, ownerId, name, role: "staff", invitationId: newId(at) },
      ...{ invitedAt: at, joinedAt: at },
    }),
  ]);
}

/** A member of the owner's team who belongs to no other, logged in. */
export async function createStaff(deps: Deps, ownerId: string, name?: string): Promise<TestMember> {
  const person = await createPerson(deps);
  await enlist(deps, person, ownerId, name);
  const account = { id: person.accountId, role: "owner" as const, tokenVersion: 1 };
  return { ...person, token: await issueToken(deps, account) };
}

/** POST /api/team */
export function invite(
  app: TestApp,
  token: string | undefined,
  body: unknown = { email: "deniz@ornek.test", name: "Deniz" },
  address?: string,
): Promise<Response> {
  return app.call("POST", "/api/team", { token, body, address });
}

/** The token of the newest invitation's link to `email`. */
export async function joinTokenFor(app: TestApp, email: string): Promise<string> {
  return await lastInLetters(app, email, /\/panel\/join\/([\w-]+)/g);
}

/** POST /api/team/join/{token} */
export function join(app: TestApp, token: string, password: unknown = PASSWORD): Promise<Response> {
  return app.call("POST", `/api/team/join/${token}`, { body: { password } });
}

/** GET /api/team/invitations, expecting success. */
export async function invitationsOf(app: TestApp, token: string): Promise<OwnInvitation[]> {
  return await app.ok("GET", "/api/team/invitations", { token });
}

/** POST /api/team/invitations/{id} */
export function accept(app: TestApp, token: string | undefined, id: string): Promise<Response> {
  return app.call("POST", `/api/team/invitations/${id}`, { token });
}

/** GET /api/team, expecting success. */
export async function teamOf(app: TestApp, token: string): Promise<TeamMember[]> {
  return await app.ok("GET", "/api/team", { token });
}

/** What a token says of itself. */
export function payloadOf(token: string) {
  return JSON.parse(atob(token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/")));
}
