import { strict as assert } from "node:assert";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { endGrant, findGrant } from "../../db/music/music_grants.ts";
import { accounts } from "../../db/schema/accounts.ts";
import { manualCafe } from "../support/music/manual_cafe.ts";
import { connect } from "../support/people/connection.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { houseWith } from "../support/people/house.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { addLibrarySong } from "../support/music/library_app.ts";
import { playedSong } from "../support/people/plays.ts";
import { submit } from "../support/people/requests.ts";
import { createStaff } from "../support/people/team.ts";

const PROFILE = { name: "Kahve Durağı", iban: "", accountHolderName: "Ayşe Yılmaz" };
/** The example IBAN of the SWIFT registry for Turkey. */
const IBAN = "TR33 0006 1005 1978 6457 8413 26";

Deno.test("GET /api/cafes/:cafeId returns the name and nothing private", async () => {
  await using app = await testApp();
  const { cafeId, ownerId } = await createOwner(app.deps, "Kahve Durağı");
  assert.deepEqual(await app.ok("GET", `/api/cafes/${cafeId}`), {
    _id: cafeId,
    name: "Kahve Durağı",
    ownerId,
    musicConnected: false,
    house: {
      open: true,
      reopensAt: null,
      lastCallAt: null,
      order: "tip",
      tables: "off",
      tips: "platform",
      lines: [],
    },
  });
});

Deno.test("GET /api/cafes/:cafeId says whether the cafe has connected music, and not whether the consent has ended", async () => {
  await using app = await testApp();
  const { cafeId, ownerId, token } = await createOwner(app.deps);
  await createOwner(app.deps);
  const connected = async () => (await app.ok("GET", `/api/cafes/${cafeId}`)).musicConnected;
  await connect(app, token);
  assert.equal(await connected(), true);
  const grant = await findGrant(app.deps.db, ownerId);
  assert.ok(await endGrant(app.deps.db, grant!, app.clock.now()));
  assert.equal(await connected(), true);
  await app.call("POST", "/api/spotify/disconnect", { token });
  assert.equal(await connected(), false);
});

Deno.test("GET /api/cafes/:cafeId says that music is connected where the source needs no account", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { cafeId } } = cafe;
  assert.equal((await app.ok("GET", `/api/cafes/${cafeId}`)).musicConnected, true);
});

Deno.test("POST /api/cafes saves the profile, and the IBAN without spaces", async () => {
  await using app = await testApp();
  const { cafeId, ownerId, token } = await createOwner(app.deps);
  await app.ok("POST", "/api/cafes", { token, body: { ...PROFILE, iban: IBAN } });
  assert.deepEqual(await app.ok("GET", "/api/cafes/me", { token }), {
    _id: cafeId,
    ownerId,
    name: "Kahve Durağı",
    iban: "TR330006100519786457841326",
    accountHolderName: "Ayşe Yılmaz",
    shareUrl: `http://127.0.0.1:8000/cafe/${cafeId}`,
    shortUrl: `http://127.0.0.1:8000/k/${cafeId.slice(-8).toLowerCase()}`,
    source: "spotify",
    hasTill: false,
    approvesAll: false,
    firstSteps: { songs: null, heard: false, asked: false, printed: false },
  });
});

Deno.test("GET /api/cafes/me says whether the rules of this cafe approve every request", async () => {
  await using app = await testApp();
  const cafes = [
    await houseWith(app, { approve: "always" }),
    await houseWith(app, { approve: "never" }),
  ];
  const told = await Promise.all(
    cafes.map(async ({ token }) => (await app.ok("GET", "/api/cafes/me", { token })).approvesAll),
  );
  assert.deepEqual(told, [true, false]);
});

Deno.test("POST /api/cafes accepts names of 100 characters, however many bytes they have", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const name = "🎵".repeat(100);
  const body = { ...PROFILE, name };
  assert.equal((await app.ok("POST", "/api/cafes", { token, body })).name, name);
});

Deno.test("POST /api/cafes accepts an IBAN in any spelling, and an empty one removes it", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const saved = async (iban: string) =>
    (await app.ok("POST", "/api/cafes", { token, body: { ...PROFILE, iban } })).iban;
  for (const iban of [IBAN.toLowerCase(), IBAN.replaceAll(" ", "\u00a0"), ` ${IBAN}\n`]) {
    assert.equal(await saved(iban), "TR330006100519786457841326");
  }
  assert.equal(await saved(" "), "");
});

Deno.test("POST /api/cafes answers 400 with a sentence about the wrong field", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const msg = async (changes: Record<string, unknown>) => {
    const body = { ...PROFILE, ...changes };
    return (await (await app.call("POST", "/api/cafes", { token, body })).json()).msg;
  };
  assert.equal(await msg({ iban: "TR1" }), "TR ile başlayan geçerli bir IBAN girin.");
  assert.equal(await msg({ iban: 5 }), "TR ile başlayan geçerli bir IBAN girin.");
  assert.equal(await msg({ name: "" }), "Ad 1 ile 100 karakter arasında olmalıdır.");
  assert.equal(
    await msg({ accountHolderName: "a".repeat(101) }),
    "Hesap sahibinin adı en fazla 100 karakter olabilir.",
  );
});

Deno.test("POST /api/cafes changes the caller's cafe alone, whatever ids the body has", async () => {
  await using app = await testApp();
  const mine = await createOwner(app.deps, "Benim");
  const other = await createOwner(app.deps, "Onun");
  const body = {
    ...PROFILE,
    _id: other.cafeId,
    ownerId: other.ownerId,
    shareUrl: "https://kotu.test",
    shortUrl: "https://kotu.test/k/1",
    createdAt: 0,
  };
  const saved = await app.ok("POST", "/api/cafes", { token: mine.token, body });
  const { _id, ownerId, shareUrl, shortUrl } = saved;
  assert.deepEqual([_id, ownerId], [mine.cafeId, mine.ownerId]);
  assert.equal(shareUrl, `http://127.0.0.1:8000/cafe/${mine.cafeId}`);
  assert.equal(shortUrl, `http://127.0.0.1:8000/k/${mine.cafeId.slice(-8).toLowerCase()}`);
  const { name } = await app.ok("GET", "/api/cafes/me", { token: other.token });
  assert.equal(name, "Onun");
});

Deno.test("POST /api/cafes twice has the effect of once, and several at once save one of the profiles whole", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const save = (n: number) => {
    const body = { ...PROFILE, name: `Ad ${n}`, accountHolderName: `Sahip ${n}` };
    return app.call("POST", "/api/cafes", { token, body });
  };
  const [first, again] = [await (await save(1)).json(), await (await save(1)).json()];
  assert.deepEqual(again, first);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => save(n)));
  assert(answers.every((answer) => answer.status === 200));
  const kept = await app.ok("GET", "/api/cafes/me", { token });
  assert.equal(kept.accountHolderName, kept.name.replace("Ad", "Sahip"));
});

Deno.test("GET /api/cafes/:cafeId answers the same 404 for an unknown cafe, and for one whose owner is unverified or erased", async () => {
  await using app = await testApp();
  const refused = async (cafeId: string) =>
    assert.deepEqual(await answerOf(await app.call("GET", `/api/cafes/${cafeId}`)), [404, {
      msg: "Bu kafe bulunamadı veya şu anda hizmet vermiyor.",
      code: "cafe_not_found",
    }]);
  await refused("nowhere");
  for (const change of [{ verifiedAt: null }, { erasedAt: app.clock.now() }]) {
    const { cafeId, ownerId } = await createOwner(app.deps);
    await app.deps.db.write((d) => [
      d.update(accounts).set(change).where(eq(accounts.id, ownerId)),
    ]);
    await refused(cafeId);
  }
});

Deno.test("the share links lead to the cafe's page at GUEST_ORIGIN", async () => {
  await using app = await testApp({ GUEST_ORIGIN: "https://kafe.example" });
  const { cafeId, token } = await createOwner(app.deps);
  const { shareUrl, shortUrl } = await app.ok("GET", "/api/cafes/me", { token });
  assert.equal(shareUrl, `https://kafe.example/cafe/${cafeId}`);
  assert.equal(shortUrl, `https://kafe.example/k/${cafeId.slice(-8).toLowerCase()}`);
});

// The first steps of a new cafe, as GET /api/cafes/me tells them (docs/accounts.md#first-steps).

Deno.test("each step ticks itself: songs in the folder, a play, a request, the print dialog", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const none = { songs: null, heard: false, asked: false, printed: false };
  assert.deepEqual(await steps(app, owner), none);
  await Deno.mkdir(join(app.deps.config.dataDir, "music"));
  assert.deepEqual(await steps(app, owner), { ...none, songs: 0 });
  await addLibrarySong(app.deps);
  await submit(app, owner.ownerId);
  assert.deepEqual(await steps(app, owner), { ...none, songs: 1, asked: true });
  await playedSong(app.deps, owner.ownerId, 1000, app.clock.now());
  await take(app, owner, "printed");
  assert.deepEqual(await steps(app, owner), { songs: 1, heard: true, asked: true, printed: true });
});

Deno.test("tables are as good as printed cards, and steps that were ended do not come back", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { token } = owner;
  const answer = await app.call("POST", "/api/tables", { token, body: { labels: ["Masa 1"] } });
  await answer.body?.cancel();
  assert.equal((await steps(app, owner))?.printed, true);
  await take(app, owner, "ended");
  assert.equal(await steps(app, owner), undefined);
  await take(app, owner, "printed");
  assert.equal(await steps(app, owner), undefined);
});

Deno.test("staff are told of no steps, and another owner's are their own", async () => {
  await using app = await testApp();
  const [owner, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  const staff = await createStaff(app.deps, owner.ownerId);
  assert.equal(await steps(app, staff), undefined);
  await take(app, owner, "ended");
  assert.ok(await steps(app, other));
});

async function steps(app: TestApp, { token }: Pick<TestOwner, "token">) {
  return (await app.ok("GET", "/api/cafes/me", { token })).firstSteps;
}

async function take(app: TestApp, { token }: TestOwner, step: "printed" | "ended") {
  const answer = await app.call("PUT", "/api/cafes/first-steps", { token, body: { step } });
  assert.equal(answer.status, 204);
}
