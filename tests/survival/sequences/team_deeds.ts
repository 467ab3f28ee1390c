// What the team does with requests: decisions, their undo, both for many at once, and the ticks of the till.
import { strict as assert } from "node:assert";
import { isDue, type Request, sumOf, UNDO_MS } from "./model.ts";
import type { Scene } from "./scene.ts";

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
