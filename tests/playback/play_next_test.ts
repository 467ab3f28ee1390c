import { strict as assert } from "node:assert";
import { ledger } from "../../db/schema/money.ts";
import { readRevision } from "../../db/people/rooms.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import type { DemoDevice } from "../../server/music/demo/player/item.ts";
import { createOwner } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { assertNothingLost, musicEvening, press } from "../support/music/music_evening.ts";
import { decide, draft, queueOf, queueSong, submit } from "../support/people/requests.ts";

Deno.test("POST /api/requests/play-next plays the highest tip, says which, and earns it", async () => {
  await using app = await moneyApp();
  const owner = await connectedOwner(app);
  const [, first] = await queueUp(app, owner, [10, 25.5, 25.5]);
  const response = await playNext(app, owner.token);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { msg: `'${first!.songTitle}' çalmaya başladı.` });
  assert.equal((await queueOf(app, owner.ownerId)).some((r) => r._id === first!._id), false);
  const rows = await app.deps.db.read.select().from(ledger);
  assert.deepEqual(rows.map((r) => [r.kind, r.amountKurus, r.requestId]), [
    ["tip", 2550, first!._id],
  ]);
  const player = await (await app.call("GET", "/api/spotify/player", { token: owner.token }))
    .json();
  assert.equal(player.isPlaying, true);
  assert.equal(player.track.uri, first!.uri);
});

Deno.test("POST /api/requests/play-next goes down the queue, tips of 0 TL included", async () => {
  await using cafe = await musicEvening([0, 20, 0]);
  const [first, second, third] = cafe.requests;
  for (const { songTitle } of [second!, first!, third!]) {
    const [answer] = await press(cafe);
    assert.deepEqual([answer!.status, answer!.msg], [200, `'${songTitle}' çalmaya başladı.`]);
  }
  const [empty] = await press(cafe);
  assert.deepEqual([empty!.status, empty!.msg], [404, "Sırada çalınacak şarkı yok."]);
  const rows = await cafe.app.deps.db.read.select().from(ledger);
  assert.deepEqual(rows.map((r) => r.amountKurus).sort(), [0, 0, 2000]);
  await assertNothingLost(cafe);
});

Deno.test("POST /api/requests/play-next answers 409 without a music account and leaves the queue", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  await queueUp(app, owner, [10]);
  const response = await playNext(app, owner.token);
  assert.equal(response.status, 409);
  assert.deepEqual(await response.json(), {
    msg: "Spotify hesabı bağlı değil. Lütfen önce hesabınızı bağlayın.",
    code: "music_not_connected",
  });
  const [waiting] = await queueOf(app, owner.ownerId);
  assert.equal((await decide(app, owner.token, waiting!._id, "rejected")).status, 200);
});

Deno.test("POST /api/requests/play-next never plays what is pending, rejected or another cafe's", async () => {
  await using app = await moneyApp();
  const [owner, other] = [await connectedOwner(app), await connectedOwner(app)];
  await queueUp(app, other, [50]);
  await submit(app, owner.ownerId);
  const rejected = await submit(app, owner.ownerId);
  await decide(app, owner.token, rejected._id, "rejected");
  assert.equal((await playNext(app, owner.token)).status, 404);
  assert.equal((await queueOf(app, other.ownerId)).length, 1);
});

Deno.test("pressing twice at once plays one song, and the other press answers 409", async () => {
  await using cafe = await musicEvening([10, 5]);
  const held = cafe.account.hold("before");
  const first = press(cafe);
  await held.arrived;
  const [second] = await press(cafe);
  assert.deepEqual(
    [second!.status, second!.msg],
    [409, "Şu anda bir şarkı başlatılıyor. Birkaç saniye sonra tekrar deneyin."],
  );
  held.release();
  assert.equal((await first)[0]!.status, 200);
  assert.equal((await queueOf(cafe.app, cafe.owner.ownerId)).length, 1);
  await assertNothingLost(cafe);
});

Deno.test("a song on its way shows in the queue, raises no revision and cannot be rejected", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner, requests: [song] } = cafe;
  const before = await readRevision(app.deps.db, owner.ownerId);
  const held = cafe.account.hold("before");
  const pressed = press(cafe);
  await held.arrived;
  assert.equal(await readRevision(app.deps.db, owner.ownerId), before);
  assert.equal((await queueOf(app, owner.ownerId))[0]!._id, song!._id);
  assert.equal((await decide(app, owner.token, song!._id, "rejected")).status, 409);
  held.release();
  assert.equal((await pressed)[0]!.status, 200);
  assert.equal(await readRevision(app.deps.db, owner.ownerId), before! + 1);
  assert.equal((await decide(app, owner.token, song!._id, "rejected")).status, 409);
});

Deno.test("a play is announced once, with its revision, and a refused order is not", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner } = cafe;
  const heard: [string, number][] = [];
  app.deps.hub = { ...app.deps.hub, announce: (id, revision) => void heard.push([id, revision]) };
  cafe.account.fail("403 restriction");
  await press(cafe);
  assert.deepEqual(heard, []);
  await press(cafe);
  assert.deepEqual(heard, [[owner.ownerId, await readRevision(app.deps.db, owner.ownerId)]]);
});

Deno.test("play-next plays on the chosen device alone: if that is off, it answers 502 with its name until it is on", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { devices } = cafe.account.player();
  devices.splice(1, devices.length, terraceLike(devices[0]!));
  const { app, owner } = cafe;
  const chosen = await app.call("PUT", "/api/spotify/device", {
    token: owner.token,
    body: { deviceId: "teras" },
  });
  assert.equal(chosen.status, 200);
  await press(cafe);
  assert.equal(devices.find((d) => d.isActive)?.id, "teras");
  const [terrace] = devices.splice(1);
  for (const isActive of [true, false]) {
    devices[0]!.isActive = isActive;
    const [refused] = await press(cafe);
    assert.equal(refused!.status, 502);
    assert.match(refused!.msg, /^'Teras' şu anda kapalı\..*başka bir cihaz seçin\.$/);
    assert.equal(devices[0]!.isActive, isActive);
  }
  devices.push({ ...terrace!, isActive: false });
  assert.equal((await press(cafe))[0]!.status, 200);
  assert.equal(devices.find((d) => d.isActive)?.id, "teras");
  await assertNothingLost(cafe);
});

Deno.test("play-next plays on the active device if none was chosen, else on the only one", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { devices } = cafe.account.player();
  devices.splice(0, devices.length, terraceLike(devices[0]!), devices[0]!);
  await press(cafe);
  assert.deepEqual(devices.map((d) => d.isActive), [false, true]);
  devices.splice(1);
  assert.equal((await press(cafe))[0]!.status, 200);
  assert.equal(devices[0]!.isActive, true);
});

Deno.test("a song that the service does not have stays first, and the answer says what to do", async () => {
  await using cafe = await musicEvening([]);
  const { app, owner } = cafe;
  const unknown = await queueSong(app, owner, draft(owner.ownerId));
  const [answer] = await press(cafe);
  assert.deepEqual(
    [answer!.status, answer!.msg],
    [502, "Spotify bu şarkıyı çalamıyor. Şarkıyı sıradan çıkarıp tekrar deneyin."],
  );
  assert.equal((await decide(app, owner.token, unknown._id, "rejected")).status, 200);
});

/** Another speaker that is on and plays nothing. */
function terraceLike(device: DemoDevice): DemoDevice {
  return { ...device, id: "teras", name: "Teras", isActive: false };
}
