// What owners do with their house, and what the admin does with payouts.
import { closePeriod } from "../../../server/payouts/closing.ts";
import type { Rules, Table } from "./model.ts";
import type { Scene } from "./scene.ts";

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
