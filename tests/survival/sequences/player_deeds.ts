// What plays: the page that holds the player, and what the team does to it by hand.
import { strict as assert } from "node:assert";
import { SONG_MS } from "../../support/music/library_cafe.ts";
import type { Answer } from "./person.ts";
import type { Scene } from "./deeds.ts";

const LEASE_MS = 90_000;
const RENEW_BELOW_MS = 60_000;
/** After three the player stops, which tests/speaker/failures_test.ts tries. */
const MAX_FAILURES = 2;

/** How long a person listens at a music account, in ms: past a look after an order, and near a song's end. */
const LISTENS = [1_000, 4_000, 28_000, 59_000, 61_000];

/** A person opens the player in the own tab, and takes it over if `n` is odd. */
export async function claim(scene: Scene): Promise<void> {
  const { person, model, cafe, step, now } = scene;
  const tab = `tab ${step.by}`;
  const take = step.n % 2 === 1;
  const answers = [await person.call("POST", "/api/player/claim", { tab, take })];
  if (!scene.isAllowed(answers, "owner", "staff")) return;
  // The page is for a cafe's own files.
  if (cafe.account) return scene.expect(answers, 409);
  const { lease } = model;
  if (lease && lease.until > now && lease.tab !== tab && !take) return scene.expect(answers, 409);
  scene.expect(answers, 200);
  if (lease) model.endedLeases.push(lease.secret);
  const { lease: secret } = answers[0]!.body;
  model.lease = { secret, tab, by: step.by, login: person.login!, until: now + LEASE_MS };
  // It makes no sound yet, and says so when it does.
  if (model.play) {
    Object.assign(model.play, { heldAt: model.play.heldAt ?? now, isReported: false });
  }
}

/**
 * The page asks what to play, and reports: that it goes on, that the song is over, or that it cannot play it. At a music
 * account, whose songs play by themselves, a person listens, pauses or goes on.
 */
export async function page(scene: Scene): Promise<void> {
  const { model, cafe: { account, live }, step, now, world } = scene;
  if (account && step.n % 6 === 5) return account.pauseOrGoOn(now);
  if (account) return await world.pass(LISTENS[step.n % 6]!);
  await assertOldLeases(scene);
  const { lease, play } = model;
  if (!lease) return;
  if (lease.until - now < RENEW_BELOW_MS) lease.until = now + LEASE_MS;
  const { secret } = lease;
  const orders = await live.current(secret);
  const [first] = model.queue;
  const nextId = first ? `${first.id}-${first.vainPlays}` : undefined;
  if (play) play.id ??= orders.play?.id ?? null;
  assert.deepEqual([orders.play?.id, orders.next?.id], [play?.id ?? undefined, nextId]);

  const what = step.n % 6;
  if (play && !play.isReported && what !== 5) {
    await live.report(secret, play.id!, "started");
    // From its start.
    Object.assign(play, { isReported: true, startedAt: now, heldAt: undefined });
  } else if (what === 5) {
    await fail(scene, secret, nextId);
  } else if (play && (what === 4 || !first)) {
    await live.report(secret, play.id!, "ended");
    model.end("over", now);
  } else if (first) {
    await live.report(secret, nextId, "started");
    model.end("over", now);
    model.begin(first, { id: nextId!, startedAt: now, isReported: true });
  }
}

async function fail({ model, cafe, now }: Scene, secret: string, nextId?: string): Promise<void> {
  const { play } = model;
  const [first] = model.queue;
  if (model.failures === MAX_FAILURES || !(play ?? first)) return;
  model.failures += 1;
  if (play) {
    const heardMs = play.isReported ? now - play.startedAt : 0;
    await cafe.live.report(secret, play.id!, "failed", Math.min(heardMs, SONG_MS));
    model.end(heardMs < 30_000 ? "not played" : "over", now);
  } else {
    await cafe.live.report(secret, nextId, "failed");
    first!.state = "unplayable";
    first!.vainPlays += 1;
  }
}

/** A lease that was replaced, and one with the other cafe's name on it, play nothing and read nothing. */
async function assertOldLeases(scene: Scene): Promise<void> {
  const { model, cafe, world, person } = scene;
  const other = world.cafes.find((one) => one !== cafe)!;
  const forged = other.model.lease?.secret.replace(/^[^.]*/, cafe.live.owner.ownerId);
  for (const lease of [model.endedLeases.at(-1), forged]) {
    if (!lease) continue;
    const read = await person.call("GET", `/api/player/current?lease=${lease}`);
    const report = { lease, playId: model.play?.id ?? "none", event: "ended" };
    const told = await person.call("POST", "/api/player/report", { ...report, positionMs: 0 });
    scene.expect([read, told], 409);
  }
}

export async function playNext(scene: Scene): Promise<void> {
  const { model, person, cafe: { account } } = scene;
  const answers = [await person.call("POST", "/api/requests/play-next")];
  if (!scene.isAllowed(answers, "owner", "staff")) return;
  if (account?.sent) {
    // It turns out to be playing.
    scene.expect(answers, 200);
    return account.seen();
  }
  if (model.queue.length === 0) return scene.expect(answers, 404);
  await sendByHand(scene, answers);
}

export async function skip(scene: Scene): Promise<void> {
  const { model, now, person, cafe: { account } } = scene;
  const answers = [await person.call("POST", "/api/playback/skip")];
  if (!scene.isAllowed(answers, "owner", "staff")) return;
  // It turns out to be playing, and is skipped.
  account?.seen();
  const { play } = model;
  const isHeard = play !== undefined && (play.heldAt ?? now) - play.startedAt < SONG_MS;
  if (isHeard && !isOpen(scene)) return scene.expect(answers, 409);
  model.end("skipped", now);
  account?.stop();
  await sendByHand(scene, answers);
}

/**
 * The first song of the queue goes to the player, whose page plays and reports it at once. If nothing waits, a closed player
 * is no error.
 */
async function sendByHand(scene: Scene, answers: Answer[]): Promise<void> {
  const { model, now, cafe: { account, live } } = scene;
  const [first] = model.queue;
  if (first && !isOpen(scene)) {
    first.vainPlays += 1;
    return scene.expect(answers, 409);
  }
  scene.expect(answers, 200);
  if (!first) return;
  if (account) return account.takeInByHand();
  model.end("over", now);
  const lease = model.lease!;
  if (lease.until - now < RENEW_BELOW_MS) lease.until = now + LEASE_MS;
  const id = (await live.current(lease.secret)).play!.id;
  await live.report(lease.secret, id, "started");
  model.begin(first, { id, startedAt: now, isReported: true });
}

/** Whether there is a player that can do what the team wants of it. */
function isOpen({ model: { lease }, cafe: { account }, now }: Scene): boolean {
  return account !== undefined || lease !== undefined && lease.until > now;
}
