// The music service fails in each way, at several moments, while two tabs press at once: a request plays at most once,
// none is lost, each press is answered in Turkish, and the ledger has one tip for each play.
import { strict as assert } from "node:assert";
import { rounds } from "../support/time/effort.ts";
import { connect } from "../support/people/connection.ts";
import { type Fault, FAULTS, PLAY } from "../support/music/music_faults.ts";
import {
  assertNothingLost,
  type MusicEvening,
  musicEvening,
  type Press,
  press,
} from "../support/music/music_evening.ts";
import { queueOf } from "../support/people/requests.ts";
import { type Seeded, seeded } from "../support/random.ts";

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

const PLAYER = /^GET .*\/me\/player$/;
const ANY_API_CALL = / \/v1\//;
const COMMAND = /^PUT /;
/** The longest time for which a fault has the service left alone. */
const DAY_MS = 24 * 60 * 60_000;

for (const fault of FAULTS) {
  Deno.test(`fault matrix: ${fault}`, async () => {
    const seeds = Array.from({ length: rounds(2, 25) }, (_, seed) => seed);
    await Promise.all(seeds.map((seed) => evening(fault, seed)));
  });
}

/** The fault meets one order to play, and then some of the calls that follow. */
async function evening(fault: Fault, seed: number): Promise<void> {
  const random = seeded(seed * 1000 + FAULTS.indexOf(fault));
  await using cafe = await musicEvening(someTips(random));
  const spared = random.upTo(cafe.requests.length);
  for (let i = 0; i < spared; i++) assertAnswered(await pressAndRest(cafe), 200);

  const { promise: answered, resolve: late } = Promise.withResolvers<void>();
  const failing = cafe.account.fail(fault, { late: answered });
  const answers = await pressAndRest(cafe);
  late();
  // Tokens are not renewed yet.
  assert.equal(failing.met(), fault === "invalid_grant" ? 0 : 1);
  assertAnswered(answers, ...ANSWERS[fault]);
  await assertNothingLost(cafe);

  // Now the fault meets calls of any kind, so the answers are not known beforehand.
  const paths = [PLAY, PLAYER, ANY_API_CALL];
  cafe.account.fail(fault, { path: random.pick(paths), times: 1 + random.upTo(3) });
  for (let i = random.upTo(4); i > 0; i--) assertAnswered(await pressAndRest(cafe));
  cafe.account.heal();
  if (fault.startsWith("429")) cafe.app.clock.pass(DAY_MS);
  await drain(cafe);
  await cafe.account.quiet();
  await assertNothingLost(cafe);
}

Deno.test("fault matrix: 401 always", async () => {
  await using cafe = await musicEvening([10, 5]);
  cafe.account.fail("401", { path: ANY_API_CALL, times: Infinity });
  assertAnswered(await pressAndRest(cafe), 502, /kesip yeniden bağlayın/);
  assert.equal(cafe.account.calls.filter((call) => COMMAND.test(call)).length, 2);
  await assertNothingLost(cafe);
  cafe.account.heal();
  await drain(cafe);
  await assertNothingLost(cafe);
});

Deno.test("fault matrix: invalid_grant when the token is refused", async () => {
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

Deno.test("fault matrix: no device at all, then one, then several", async () => {
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

Deno.test("fault matrix: an account that never answers", async () => {
  await using cafe = await musicEvening([10]);
  cafe.account.fail("timeout before the effect", { path: ANY_API_CALL, times: Infinity });
  assertAnswered(await press(cafe, 2), 502, /yanıt vermedi/);
  await assertNothingLost(cafe);
  cafe.account.heal();
  cafe.app.clock.pass(10_000);
  await drain(cafe);
  await assertNothingLost(cafe);
});

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
  for (let presses = 0; presses <= cafe.requests.length; presses++) {
    assertAnswered(await pressAndRest(cafe));
    if ((await queueOf(cafe.app, cafe.owner.ownerId)).length === 0) return;
  }
  assert.fail("the queue does not empty");
}

/** Every tab gets an answer that it can act on. If a status is given, at least one tab gets exactly that. */
function assertAnswered(answers: Press[], status?: number, sentence = /./): void {
  for (const { status, msg } of answers) {
    assert.ok([200, 404, 409, 502].includes(status), `${status} ${msg}`);
    assert.match(msg, /[çğıöşüÇĞİÖŞÜ].*\.$/);
  }
  const heard = JSON.stringify(answers);
  if (status) assert.ok(answers.some((a) => a.status === status && sentence.test(a.msg)), heard);
}
