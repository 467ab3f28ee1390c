// What the team does: decisions, their undo and the ticks of the till; what owners do with their house and the admin with
// payouts; and what happens to logins.
import { strict as assert } from "node:assert";
import { isDue, type Request, type Rules, sumOf, type Table, UNDO_MS } from "./model.ts";
import type { Scene } from "./deeds.ts";
import { closePeriod } from "../../../server/payouts/closing.ts";
import type { Person } from "./person.ts";
import { logIn } from "./world.ts";

type Status = "approved" | "rejected";

export async function decide(scene: Scene): Promise<void> {
  const { request: found, cafe } = scene;
  const status = statusOf(scene);
  const path = `/api/requests/${found?.request.id ?? "none"}`;
  const answers = await scene.call("PUT", path, { status });
  if (!scene.isAllowed(answers, "owner", "staff")) return;
  if (!found || found.cafe !== cafe) return scene.expect(answers, 404);
  const { request } = found;
  const isDone = request.state === status ||
    request.state === "unplayable" && status !== "rejected";
  if (!isDone && !mayBecome(request, status)) return scene.expect(answers, 409);
  scene.expect(answers, 200);
  become(request, status, scene.now);
}

export async function undo(scene: Scene): Promise<void> {
  const { request: found, cafe, now } = scene;
  const answers = await scene.call("POST", `/api/requests/${found?.request.id ?? "none"}/undo`);
  if (!scene.isAllowed(answers, "owner", "staff")) return;
  if (!found || found.cafe !== cafe) return scene.expect(answers, 404);
  const isUndone = takeBack(found.request, now);
  const statuses = answers.map(({ status }) => status).sort();
  // Of two at once, one finds nothing to undo any more.
  assert.deepEqual(statuses, answers.map((_, i) => isUndone && i === 0 ? 200 : 409));
}

export async function decideMany(scene: Scene): Promise<void> {
  const { many, cafe, now } = scene;
  const status = statusOf(scene);
  const ids = many.map(({ request }) => request.id);
  const answers = await scene.call("POST", "/api/requests/decide", { ids, status });
  if (!scene.isAllowed(answers, "owner", "staff")) return;
  scene.expect(answers, 200);
  const changed = many.filter(({ request, cafe: of }) =>
    of === cafe && mayBecome(request, status) && become(request, status, now)
  );
  assert.equal(sumOfChanged(answers), changed.length);
}

export async function undoMany(scene: Scene): Promise<void> {
  const { many, cafe, now } = scene;
  const ids = many.map(({ request }) => request.id);
  const answers = await scene.call("POST", "/api/requests/undo", { ids });
  if (!scene.isAllowed(answers, "owner", "staff")) return;
  scene.expect(answers, 200);
  const undone = many.filter(({ request, cafe: of }) => of === cafe && takeBack(request, now));
  assert.equal(sumOfChanged(answers), undone.length);
}

export async function tick(scene: Scene): Promise<void> {
  const { request: found, cafe, step } = scene;
  const received = step.n % 3 !== 0;
  const path = `/api/requests/${found?.request.id ?? "none"}/received`;
  const answers = await scene.call("PUT", path, { received });
  if (!scene.isAllowed(answers, "owner", "staff")) return;
  if (!found || found.cafe !== cafe) return scene.expect(answers, 404);
  const { request } = found;
  if (!request.atTill || received && !isDue(request)) return scene.expect(answers, 409);
  scene.expect(answers, 200);
  const kurus = received ? sumOf(request) : 0;
  cafe.model.receivedKurus += kurus - request.receivedKurus;
  request.receivedKurus = kurus;
  for (const { body } of answers) assert.deepEqual(body, { received, receivedAmount: kurus / 100 });
}

function statusOf({ step: { n } }: Scene): Status {
  return n % 3 === 0 ? "rejected" : "approved";
}

function mayBecome({ state }: Request, status: Status): boolean {
  return state === "pending" || state === "unplayable" ||
    state === "approved" && status === "rejected";
}

/** Decides, unless it is so already. */
function become(request: Request, status: Status, now: number): boolean {
  const { state } = request;
  if (state === status) return false;
  if (status === "approved" && state === "pending") request.enteredAt = now;
  // A song that is put back has nothing to undo.
  if (status === "approved" && state === "unplayable") delete request.undo;
  else request.undo = { to: state as "pending", until: now + UNDO_MS };
  request.state = status;
  return true;
}

/** Whether there was a decision to take back. */
function takeBack(request: Request, now: number): boolean {
  const { undo, state } = request;
  if (!undo || now >= undo.until || !/^(approved|unplayable|rejected)$/.test(state)) return false;
  request.state = undo.to;
  delete request.undo;
  return true;
}

function sumOfChanged(answers: { body: { changed: number } }[]): number {
  return answers.reduce((sum, { body }) => sum + body.changed, 0);
}

// What owners do with their house, and what the admin does with payouts.

/** A change of rules for each `n`. */
const CHANGES: Partial<Rules>[] = [
  { tips: "till" },
  { tips: "platform" },
  { order: "patience", patienceSongs: 1 },
  { order: "patience", patienceSongs: 2 },
  { order: "tip" },
  { approve: "always" },
  { approve: "from", approveFromTl: 10.5 },
  { approve: "never" },
  { perGuest: 1 },
  { perGuest: null, requests: "open" },
  { tables: "required" },
  { requests: "closed", tables: "optional" },
];

export async function rules(scene: Scene): Promise<void> {
  const change = CHANGES[scene.step.n % CHANGES.length]!;
  const answers = await scene.call("PUT", "/api/house", change);
  if (!scene.isAllowed(answers, "owner")) return;
  scene.expect(answers, 200);
  Object.assign(scene.model.rules, change);
}

export async function addTable(scene: Scene): Promise<void> {
  const { model, step, cafe } = scene;
  const label = `${cafe.name} masa ${step.n % 3}`;
  const answers = await scene.call("POST", "/api/tables", { labels: [label] });
  if (!scene.isAllowed(answers, "owner")) return;
  scene.expect(answers, 201);
  model.tables = tablesIn(answers.at(-1)!.body);
}

/** Of two renewals at once the later one counts. Its answer is not known, so that the tables are read. */
export async function renewCodes(scene: Scene): Promise<void> {
  const { model, person } = scene;
  const answers = await scene.call("POST", "/api/tables/renew");
  if (!scene.isAllowed(answers, "owner")) return;
  scene.expect(answers, 200);
  model.endedCodes.push(...model.tables.map(({ code }) => code));
  model.tables = tablesIn((await person.call("GET", "/api/tables")).body);
}

/** A table of either cafe. */
export async function deleteTable(scene: Scene): Promise<void> {
  const { world, model, person } = scene;
  const table = scene.pick(world.cafes.flatMap((cafe) => cafe.model.tables));
  const answers = [await person.call("DELETE", `/api/tables/${table?.id ?? "none"}`)];
  if (!scene.isAllowed(answers, "owner")) return;
  if (!table || !model.tables.includes(table)) return scene.expect(answers, 404);
  scene.expect(answers, 204);
  model.tables = model.tables.filter((one) => one !== table);
  model.endedCodes.push(table.code);
}

/** The period ends now, as the job and the command end it. */
export async function close({ world }: Scene): Promise<void> {
  const now = world.now();
  await closePeriod(world.app.deps, now);
  for (const { model, live } of world.cafes) model.close(`${live.owner.ownerId}-${now}`);
}

export async function pay(scene: Scene): Promise<void> {
  const payout = payoutOf(scene);
  const answers = await scene.call("PUT", `/api/admin/payouts/${payout?.id ?? "none"}/paid`);
  if (!scene.isAllowed(answers, "admin")) return;
  scene.expect(answers, payout ? 200 : 404);
  if (payout) payout.isPaid = true;
}

export async function correct(scene: Scene): Promise<void> {
  const payout = payoutOf(scene);
  const answers = await scene.call("DELETE", `/api/admin/payouts/${payout?.id ?? "none"}/paid`);
  if (!scene.isAllowed(answers, "admin")) return;
  scene.expect(answers, payout ? 200 : 404);
  if (payout) payout.isPaid = false;
}

function payoutOf(scene: Scene) {
  return scene.pick(scene.world.cafes.flatMap(({ model }) => model.payouts));
}

function tablesIn(body: { _id: string; label: string; code: string }[]): Table[] {
  return body.map(({ _id, label, code }) => ({ id: _id, label, code }));
}

// What people do with their logins, and how a membership ends.

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

function endMembership({ world }: Scene, person: Person): void {
  person.isMember = false;
  const { model } = world.cafes[person.account!.cafe!]!;
  if (model.lease?.by === person.number) model.endLease();
}
