// One evening of both cafes, from 18:00 until the server is switched off: guests ask, owners decide, songs play.
import { strict as assert } from "node:assert";
import { guestOf } from "../../support/people/guests.ts";
import { draft, newGuest } from "../../support/people/requests.ts";
import { type Seeded } from "../../support/random.ts";
import { register } from "../../support/people/accounts.ts";
import type { MonthApp, StaffedCafe } from "./staffed_cafe.ts";
import type { Counts, Kept } from "./books.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OPENS_AFTER_NOON_MS = 6 * HOUR_MS;
const OPEN_MS = 8 * HOUR_MS;
const TIPS = [0, 5, 10.5, 25, 33.33, 100, 0.01];

export interface Evening {
  month: MonthApp;
  cafes: StaffedCafe[];
  random: Seeded;
  /** How often a guest comes to each cafe. */
  everyMinutes: number;
  counts: Counts;
  kept: Kept;
  /** Is called whenever the jobs have run. */
  afterJobs(): void;
}

/** It is noon. It ends at 02:30. */
export async function spendEvening(evening: Evening): Promise<void> {
  const { month, cafes, everyMinutes, afterJobs } = evening;
  await month.pass(OPENS_AFTER_NOON_MS);
  afterJobs();
  const leases = new Map<StaffedCafe, string>();
  for (const cafe of cafes) {
    await cafe.arrive();
    leases.set(cafe, await cafe.openPlayer());
  }
  await askForLetters(evening);
  for (let minutes = 0; minutes * MINUTE_MS < OPEN_MS; minutes += everyMinutes) {
    for (const cafe of cafes) {
      await serveGuest(evening, cafe);
      await playOn(evening, cafe, leases.get(cafe)!);
    }
    await month.pass(everyMinutes * MINUTE_MS);
    afterJobs();
  }
  await month.pass(30 * MINUTE_MS);
  afterJobs();
}

/** A guest asks, twice with the same key if the network is slow; the owner approves, rejects, or does not see it. */
async function serveGuest(evening: Evening, cafe: StaffedCafe): Promise<void> {
  const { month: { app, clock }, random, counts, kept } = evening;
  const cookie = await newGuest(app);
  const tipAmount = TIPS[random.upTo(TIPS.length)]!;
  const body = draft(cafe.ownerId, { uri: `library:${1 + random.upTo(12)}`, tipAmount });
  const headers = { cookie, "idempotency-key": `key-${counts.asked}` };
  const ids = new Set<string>();
  for (let times = random.upTo(3) === 0 ? 2 : 1; times > 0; times--) {
    const answer = await app.call("POST", "/api/requests", { body, headers });
    const { _id, msg } = await answer.json();
    assert.equal(answer.status, 201, msg);
    ids.add(_id);
  }
  assert.equal(ids.size, 1);
  counts.asked += 1;
  kept.add("keys", clock.now() + DAY_MS);
  kept.add("guests", clock.now() + 2 * DAY_MS);
  const [id] = ids;
  const fate = random.upTo(5);
  if (fate === 0) return;
  await cafe.say("PUT", `/api/requests/${id}`, { status: fate === 1 ? "rejected" : "approved" });
  if (fate !== 2) return;
  const supporter = await guestOf(app, cafe.ownerId);
  await supporter.support(id!, 2.5);
  counts.supported += 1;
  kept.add("guests", clock.now() + 2 * DAY_MS);
}

/** The page plays the next song. One in six breaks off after ten seconds, and its tip does not count. */
async function playOn(evening: Evening, cafe: StaffedCafe, lease: string): Promise<void> {
  const { month, random, counts } = evening;
  const { live, books, isTill } = cafe;
  const { next } = await live.current(lease);
  if (!next) return;
  const [first] = await (await month.app.call("GET", `/api/requests/queue/${cafe.ownerId}`)).json();
  assert.ok(next.id.startsWith(first._id), "the first of the queue follows");
  await live.report(lease, next.id, "started");
  counts.played += 1;
  if (!isTill) counts.entries += 1;
  const kurus = Math.round(first.tipAmount * 100);
  const at = month.clock.now();
  if (isTill) books.due.push({ at, kurus });
  else books.earn(kurus, at);
  const isReceived = isTill && kurus > 0 && random.upTo(2) === 0;
  if (isReceived) {
    await cafe.say("PUT", `/api/requests/${first._id}/received`, { received: true });
    counts.receipts += 1;
    books.received.push({ at, kurus });
  } else if (random.upTo(6) === 0) {
    month.clock.pass(10_000);
    await live.report(lease, next.id, "failed", 10_000);
    // After three failures in a row the music would stop until someone says this.
    await cafe.say("POST", "/api/playback/resume");
    if (isTill) books.due.pop();
    else books.reverse();
    if (!isTill) counts.entries += 1;
  }
}

/** The owner forgets the password each evening, and on some a person registers who never verifies. */
async function askForLetters(evening: Evening): Promise<void> {
  const { month: { app, clock }, cafes, random, kept, counts } = evening;
  const body = { email: cafes[0]!.live.owner.email };
  const forgot = await app.call("POST", "/api/auth/forgot-password", { body });
  assert.ok(forgot.status < 300);
  await forgot.body?.cancel();
  kept.add("letters", clock.now() + DAY_MS);
  kept.add("secrets", clock.now() + HOUR_MS);
  const found = await app.call("GET", `/api/spotify/search?term=${"aeiks"[random.upTo(5)]}`);
  assert.equal(found.status, 200);
  await found.body?.cancel();
  if (random.upTo(2) === 0) {
    const { status } = await register(app, { email: `yeni${counts.asked}@ornek.test` });
    assert.equal(status, 201);
    kept.add("unverified", clock.now() + 7 * DAY_MS);
    kept.add("letters", clock.now() + DAY_MS);
    kept.add("secrets", clock.now() + 10 * MINUTE_MS);
  }
}
