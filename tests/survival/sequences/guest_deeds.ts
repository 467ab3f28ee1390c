// What guests do: ask for songs, add tips, and take requests back.
import { strict as assert } from "node:assert";
import { draft } from "../../support/people/requests.ts";
import { type CafeModel, type Request, sumOf } from "./model.ts";
import type { Scene } from "./deeds.ts";
import { ACCOUNT_SONGS } from "./music_account.ts";
import { GUESTS } from "./steps.ts";

/** In kuruş. Equal ones come often, so that time decides about the order. */
const TIPS = [0, 0, 500, 500, 1_050, 2_500, 2_501, 1_000_000];
const LIBRARY_SONGS = 5;
let keys = 0;

/** A call that is made twice at once has one idempotency key and files one request. */
export async function ask(scene: Scene): Promise<void> {
  const { model, person, guest, step, cafe, now } = scene;
  const kurus = TIPS[step.n % TIPS.length]!;
  const { code, table } = chosenTable(scene);
  const song = songOf(scene);
  const body = draft(cafe.live.owner.ownerId, {
    ...song,
    tipAmount: kurus / 100,
    ...code !== undefined && { table: code },
  });
  const key = { "idempotency-key": `k${keys++}` };
  const send = () => person.call("POST", "/api/requests", body, key);
  const answers = await Promise.all(step.twice ? [send(), send()] : [send()]);
  if (isRefused(model, guest, { code, table })) return scene.expect(answers, 409);
  scene.expect(answers, 201);
  const ids = new Set(answers.map((answer) => answer.body._id));
  assert.equal(ids.size, 1);
  const { approve, approveFromTl, tips, tables } = model.rules;
  const isApproved = approve === "always" || approve === "from" && kurus >= approveFromTl! * 100;
  model.requests.push({
    ...{
      id: answers[0]!.body._id,
      uri: song.uri,
      asker: guest,
      isReversed: false,
      receivedKurus: 0,
      vainPlays: 0,
    },
    tips: Array.from({ length: GUESTS }, (_, i) => i === guest ? kurus : 0),
    anonymousTips: guest < 0 ? kurus : 0,
    state: isApproved ? "approved" : "pending",
    ...{ createdAt: now, enteredAt: now },
    atTill: tips === "till",
    table: tables === "off" ? null : table ?? null,
  });
}

export async function support(scene: Scene): Promise<void> {
  const { request: found, guest, step, person, now } = scene;
  const kurus = TIPS[step.n % TIPS.length]!;
  const path = `/api/requests/${found?.request.id ?? "none"}/tips`;
  const key = { "idempotency-key": `k${keys++}` };
  const give = () => person.call("POST", path, { tipAmount: kurus / 100 }, key);
  const answers = await Promise.all(step.twice ? [give(), give()] : [give()]);
  if (kurus === 0) return scene.expect(answers, 400);
  if (!found) return scene.expect(answers, 404);
  const { request, cafe: { model } } = found;
  if (!/^(pending|approved)$/.test(request.state)) return scene.expect(answers, 409);
  scene.expect(answers, 201);
  const before = sumOf(request);
  if (guest < 0) request.anonymousTips += kurus;
  else request.tips[guest]! += kurus;
  // A sum that was high enough before is left to the team, which may have taken an approval back.
  const { approve, approveFromTl } = model.rules;
  const from = approve === "from" ? approveFromTl! * 100 : Infinity;
  if (request.state === "pending" && before < from && sumOf(request) >= from) {
    request.state = "approved";
    request.enteredAt = now;
  }
  for (const { body } of answers) assert.equal(body.tipAmount, sumOf(request) / 100);
}

export async function takeBack(scene: Scene): Promise<void> {
  const found = scene.request;
  const answers = await scene.call("DELETE", `/api/requests/${found?.request.id ?? "none"}`);
  const { request } = found ?? {};
  if (!request || scene.guest < 0 || request.asker !== scene.guest) {
    return scene.expect(answers, 404);
  }
  const isFree = request.state === "pending" && !isSupported(request);
  if (!isFree && request.state !== "withdrawn") return scene.expect(answers, 409);
  scene.expect(answers, 204);
  if (isFree) request.state = "withdrawn";
}

/** Whether another than the asker, who has a cookie, gives something. */
function isSupported({ asker, tips, anonymousTips }: Request): boolean {
  return anonymousTips > 0 || tips.some((tip, guest) => guest !== asker && tip > 0);
}

/** A song of the cafe's source. */
function songOf({ cafe, step: { which } }: Scene): { uri: string; songTitle?: string } {
  if (!cafe.account) return { uri: `library:${1 + which % LIBRARY_SONGS}` };
  const { uri, title: songTitle } = ACCOUNT_SONGS[which % ACCOUNT_SONGS.length]!;
  return { uri, songTitle };
}

/** None, one of the cafe's tables, one that has ended, or one of the other cafe. */
function chosenTable({ model, step, world, cafe }: Scene): { code?: string; table?: string } {
  const { tables, endedCodes } = model;
  const other = world.cafes.find((one) => one !== cafe)!.model.tables;
  const own = tables[step.which % Math.max(1, tables.length)];
  switch (step.n % 4) {
    case 0:
      return {};
    case 1:
      return { code: endedCodes.at(-1) ?? other[0]?.code };
    default:
      return { code: own?.code, table: own?.label };
  }
}

function isRefused(
  { rules, requests }: CafeModel,
  guest: number,
  { code, table }: { code?: string; table?: string },
): boolean {
  if (rules.requests === "closed") return true;
  if (rules.tables !== "off" && code !== undefined && table === undefined) return true;
  if (rules.tables === "required" && code === undefined) return true;
  if (rules.perGuest === null || guest < 0) return false;
  const own = requests.filter(({ asker, state }) => asker === guest && state === "pending");
  return own.length >= rules.perGuest;
}
