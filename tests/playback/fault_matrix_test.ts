// The music service fails in each way, at several moments, while two tabs press at once: a request plays at most once,
// none is lost, each press is answered in Turkish within ten seconds, and the ledger has one tip for each play.
import { strict as assert } from "node:assert";
import { LONG, rounds } from "../support/time/effort.ts";
import { connect } from "../support/people/connection.ts";
import { type Fault, FAULTS, PLAY } from "../support/music/music_faults.ts";
import {
  assertNothingLost,
  givingUp,
  type MusicEvening,
  musicEvening,
  type Press,
  press,
  withTimeout,
} from "../support/music/music_evening.ts";
import { checkInTime, repeatIfHeldUp } from "../support/time/held_up.ts";
import { queueOf } from "../support/people/requests.ts";
import { CALL_TIMEOUT_MS } from "../../server/music/spotify/provider.ts";
import { type Seeded, seeded } from "../support/people/seeded.ts";

/** What the owner reads if the fault meets the order to play: the status, and a part of the sentence. */
const ANSWERS = {
  "401": [200, /çalmaya başladı\.$/],
  "invalid_grant": [200, /çalmaya başladı\.$/],
  "403 premium as JSON": [502, /Premium/],
  "403 premium as text": [502, /Premium/],
  "403 restriction": [502, /izin vermiyor/],
  "403 not allow-listed": [502, /kullanıcı listesinde değil/],
  "404 no device": [200, /çalmaya başladı\.$/],
  "429 after 1": [502, /çok yoğun\. 1 saniye sonra/],
  "429 after 0": [502, /çok yoğun\. 5 saniye sonra/],
  "429 without Retry-After": [502, /çok yoğun\. 5 saniye sonra/],
  "429 after 86400": [502, /çok yoğun\. 24 saat sonra/],
  "429 after a date": [502, /çok yoğun\. 30 saniye sonra/],
  "429 quota exceeded": [502, /kotası doldu\. 24 saat sonra/],
  "500": [502, /hâlâ sırada/],
  "503": [502, /hâlâ sırada/],
  "502 HTML": [502, /hâlâ sırada/],
  "502 after the effect": [200, /çalmaya başladı\.$/],
  "200 with text": [200, /çalmaya başladı\.$/],
  "200 with HTML": [200, /çalmaya başladı\.$/],
  "truncated JSON": [200, /çalmaya başladı\.$/],
  "redirect elsewhere": [502, /ulaşılamıyor/],
  "slow drip": [200, /çalmaya başladı\.$/],
  "timeout before the effect": [502, /yanıt vermedi/],
  "timeout after the effect": [200, /çalmaya başladı\.$/],
  "the effect after the timeout": [502, /yanıt vermedi/],
  "reset before the effect": [502, /hâlâ sırada/],
  "reset after the effect": [200, /çalmaya başladı\.$/],
} satisfies Record<Fault, [number, RegExp]>;

/** These last until the call is given up: in the quick form sooner than in the product, which waits for 5 s. */
const SLOW = /^slow|timeout/;
const QUICK_TIMEOUT_MS = 2_500;
const PLAYER = /^GET .*\/me\/player$/;
const ANY_API_CALL = / \/v1\//;
const COMMAND = /^PUT /;
/** The longest time for which a fault has the service left alone. */
const DAY_MS = 24 * 60 * 60_000;

for (const fault of FAULTS) {
  Deno.test(`fault matrix: ${fault}`, async () => {
    const seeds = Array.from({ length: rounds(3, 25) }, (_, seed) => seed);
    await Promise.all(seeds.map((seed) => repeatIfHeldUp(() => evening(fault, seed))));
  });
}

/** The fault meets one order to play, and then some of the calls that follow. */
async function evening(fault: Fault, seed: number): Promise<void> {
  const random = seeded(seed * 1000 + FAULTS.indexOf(fault));
  const quick = SLOW.test(fault) && !LONG;
  await using cafe = await musicEvening(someTips(random));
  const spared = random.upTo(cafe.requests.length);
  for (let i = 0; i < spared; i++) assertAnswered(await pressAndRest(cafe), 200);

  const { promise: answered, resolve: late } = Promise.withResolvers<void>();
  const { stuck } = cafe.account.fail(fault, { late: answered });
  const answers =
    await (quick ? givingUp(cafe, stuck, () => pressAndRest(cafe)) : pressAndRest(cafe));
  late();
  assertAnswered(answers, ...ANSWERS[fault]);
  await assertNothingLost(cafe);

  // Now the fault meets calls of any kind, so the answers are not known beforehand.
  const paths = [PLAY, PLAYER, ANY_API_CALL];
  cafe.account.fail(fault, { path: random.pick(paths), times: 1 + random.upTo(3) });
  await withTimeout(cafe, quick ? QUICK_TIMEOUT_MS : CALL_TIMEOUT_MS, async () => {
    for (let i = random.upTo(4); i > 0; i--) assertAnswered(await pressAndRest(cafe));
  });
  cafe.account.heal();
  if (fault.startsWith("429")) cafe.app.clock.pass(DAY_MS);
  await drain(cafe);
  await cafe.account.quiet();
  await assertNothingLost(cafe);
}

matrixTest("401 always", async () => {
  await using cafe = await musicEvening([10, 5]);
  cafe.account.fail("401", { path: ANY_API_CALL, times: Infinity });
  assertAnswered(await pressAndRest(cafe), 502, /kesip yeniden bağlayın/);
  assert.equal(cafe.account.calls.filter((call) => COMMAND.test(call)).length, 2);
  await assertNothingLost(cafe);
  cafe.account.heal();
  await drain(cafe);
  await assertNothingLost(cafe);
});

matrixTest("invalid_grant when the token is refused", async () => {
  await using cafe = await musicEvening([10, 5]);
  cafe.account.fail("401");
  cafe.account.revoke();
  assertAnswered(await pressAndRest(cafe), 409, /bağlı değil/);
  assertAnswered(await pressAndRest(cafe), 409, /bağlı değil/);
  const { app, owner } = cafe;
  const status = await (await app.call("GET", "/api/auth/status", { token: owner.token })).json();
  assert.equal(status.isSpotifyConnected, false);
  assert.equal(status.reason, "consent_ended");
  assert.equal((await queueOf(app, owner.ownerId)).length, 2);
  await assertNothingLost(cafe);
  await connect(app, owner.token);
  await drain(cafe);
  await assertNothingLost(cafe);
});

matrixTest("no device at all, then one, then several", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { devices } = cafe.account.player();
  const [bar] = devices.splice(0);
  assertAnswered(await pressAndRest(cafe), 502, /Spotify'ı açıp/);
  devices.push({ ...bar!, isActive: false });
  assertAnswered(await pressAndRest(cafe), 200, /çalmaya başladı/);
  devices.splice(0);
  devices.push({ ...bar!, isActive: false }, { ...bar!, id: "teras", isActive: false });
  assertAnswered(await pressAndRest(cafe), 502, /cihazı seçin/);
  await assertNothingLost(cafe);
});

matrixTest("an account that never answers", async () => {
  await using cafe = await musicEvening([10]);
  cafe.account.fail("timeout before the effect", { path: ANY_API_CALL, times: Infinity });
  assertAnswered(await press(cafe, 2), 502, /yanıt vermedi/);
  await assertNothingLost(cafe);
  cafe.account.heal();
  cafe.app.clock.pass(10_000);
  await drain(cafe);
  await assertNothingLost(cafe);
});

function matrixTest(name: string, test: () => Promise<void>): void {
  Deno.test(`fault matrix: ${name}`, () => repeatIfHeldUp(test));
}

function someTips(random: Seeded): number[] {
  return Array.from({ length: 2 + random.upTo(3) }, () => random.upTo(4) * 5);
}

/** Presses in two tabs at once, and waits for the two seconds in which the button cannot be pressed again. */
async function pressAndRest(cafe: MusicEvening): Promise<Press[]> {
  const answers = await press(cafe, 2);
  cafe.app.clock.pass(2_500);
  return answers;
}

/** The account answers normally again, so each press plays a song; one press may settle an earlier song. */
async function drain(cafe: MusicEvening): Promise<void> {
  let heldUpMs = 0;
  for (let presses = 0; presses <= cafe.requests.length; presses++) {
    const answers = await pressAndRest(cafe);
    assertAnswered(answers);
    heldUpMs = Math.max(heldUpMs, ...answers.map((answer) => answer.heldUpMs));
    if ((await queueOf(cafe.app, cafe.owner.ownerId)).length === 0) return;
  }
  checkInTime(heldUpMs, () => assert.fail("the queue does not empty"));
}

/** Every tab gets an answer that it can act on. If a status is given, at least one tab gets exactly that. */
function assertAnswered(answers: Press[], status?: number, sentence = /./): void {
  checkInTime(Math.max(...answers.map(({ heldUpMs }) => heldUpMs)), () => {
    for (const { status, msg, tookMs } of answers) {
      assert.ok([200, 404, 409, 502].includes(status), `${status} ${msg}`);
      assert.match(msg, /[çğıöşüÇĞİÖŞÜ].*\.$/);
      assert.ok(tookMs < 10_000, `answered after ${tookMs} ms`);
    }
    const heard = JSON.stringify(answers);
    if (status) assert.ok(answers.some((a) => a.status === status && sentence.test(a.msg)), heard);
  });
}
