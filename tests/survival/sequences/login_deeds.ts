// What people do with their logins, and how a membership ends.
import { strict as assert } from "node:assert";
import type { Person } from "./person.ts";
import type { Scene } from "./scene.ts";
import { logIn } from "./world.ts";

const EVERY_ROLE = ["owner", "staff", "admin", "cafeless"] as const;

export async function logInOnce(scene: Scene): Promise<void> {
  await logIn(scene.person);
}

export async function logOut(scene: Scene): Promise<void> {
  const { person } = scene;
  const answers = [await person.call("POST", "/api/auth/logout")];
  if (!scene.isAllowed(answers, ...EVERY_ROLE)) return;
  assert.ok(answers[0]!.status < 300);
  person.login!.isOver = true;
}

/** The login goes on with another token. */
export async function renew(scene: Scene): Promise<void> {
  const { person } = scene;
  const answers = [await person.call("POST", "/api/auth/renew")];
  if (!scene.isAllowed(answers, ...EVERY_ROLE)) return;
  scene.expect(answers, 200);
  person.login!.token = answers[0]!.body.token;
}

/** Ends a login of any person. */
export async function endLogin(scene: Scene): Promise<void> {
  const { person, world } = scene;
  const login = scene.pick(world.people.flatMap(({ logins }) => logins))!;
  const answers = [await person.call("DELETE", `/api/auth/sessions/${login.sessionId}`)];
  if (!scene.isAllowed(answers, ...EVERY_ROLE)) return;
  const isOwn = person.logins.includes(login) && !login.isOver;
  scene.expect(answers, isOwn ? 204 : 404);
  if (isOwn) login.isOver = true;
}

export async function endOthers(scene: Scene): Promise<void> {
  const { person } = scene;
  const answers = [await person.call("DELETE", "/api/auth/sessions")];
  if (!scene.isAllowed(answers, ...EVERY_ROLE)) return;
  scene.expect(answers, 204);
  for (const login of person.logins) login.isOver ||= login !== person.login;
}

/** An owner ends the membership of a person, who may be the other cafe's. */
export async function dismiss(scene: Scene): Promise<void> {
  const { person, world } = scene;
  const staff = scene.pick(world.people.filter(({ account }) => account?.role === "staff"))!;
  const answers = [await person.call("DELETE", `/api/team/${staff.account!.accountId}`)];
  if (!scene.isAllowed(answers, "owner")) return;
  const isMember = staff.isMember && staff.account!.cafe === person.cafe;
  scene.expect(answers, isMember ? 204 : 404);
  if (isMember) endMembership(scene, staff);
}

/** A person leaves the team of a cafe. */
export async function leave(scene: Scene): Promise<void> {
  const { person, step, world } = scene;
  const cafe = world.cafes[step.at]!;
  const path = `/api/team/cafes/${cafe.live.owner.ownerId}`;
  const answers = [await person.call("DELETE", path)];
  if (!scene.isAllowed(answers, ...EVERY_ROLE)) return;
  const isMember = person.account!.role === "staff" && person.isMember &&
    person.account!.cafe === step.at;
  scene.expect(answers, isMember ? 204 : 404);
  if (isMember) endMembership(scene, person);
}

/** The person's lease of the player ends too. */
function endMembership({ world }: Scene, person: Person): void {
  person.isMember = false;
  const { model } = world.cafes[person.account!.cafe!]!;
  if (model.lease?.by !== person.number) return;
  model.endedLeases.push(model.lease.secret);
  delete model.lease;
}
