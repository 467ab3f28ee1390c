// Three instances on one libSQL server whose conductors are on: one acts at a time, and another follows it.
import { strict as assert } from "node:assert";
import { PLAYLISTS, shareLink } from "../../../server/music/demo/catalogue.ts";
import { chooseSource } from "../../support/music/manual_cafe.ts";
import { type ThreeInstances, threeInstances } from "../../support/music/three_instances.ts";
import { assertNothingLost } from "../../support/music/music_evening.ts";
import { PLAYER } from "../../support/music/music_faults.ts";

const TIPS = [90, 80, 70, 60, 50, 40, 30, 20, 10];
const SONG_S = 60;
const LENGTH = { ms: SONG_S * 1000 };
/** How long the lease of a dead instance lasts, and the pause between two tries to take it. */
const TAKEN_OVER_S = 25;

/** Every song was ordered once, by whichever instance, in the order of the tips. */
async function assertEachOnce(three: ThreeInstances): Promise<void> {
  const { account, requests } = three;
  const uris = requests.map(({ uri }) => uri);
  assert.deepEqual(three.orders().toSorted(), uris.toSorted());
  const started = account.timeline.flatMap((one) => "started" in one ? [one.started] : []);
  assert.deepEqual(started, uris);
  await assertNothingLost({ ...three, app: three.instances[0]!.app });
}

Deno.test("three instances with conductors order each of nine songs once, and one of them orders all", async () => {
  await using three = await threeInstances(TIPS, LENGTH);
  await three.run(10 * SONG_S);
  await assertEachOnce(three);
  assert.deepEqual(three.instances.map(({ orders }) => orders.length).toSorted(), [0, 0, 9]);
});

Deno.test("an instance that dies is replaced within its lease, and no song is lost or played twice", async () => {
  await using three = await threeInstances(TIPS, LENGTH);
  await three.run(2.5 * SONG_S);
  const dead = await three.acting();
  const before = dead.orders.length;
  dead.freeze();
  await three.run(TAKEN_OVER_S);
  const heir = await three.acting();
  assert.notEqual(heir, dead);
  await three.run(9 * SONG_S);
  await assertEachOnce(three);
  assert.equal(dead.orders.length, before);
});

Deno.test("an instance dies during the last seconds of a song: the silence is no longer than its lease", async () => {
  await using three = await threeInstances(TIPS.slice(0, 3), LENGTH);
  const acting = await three.acting();
  await three.run(SONG_S - 8);
  acting.freeze();
  let silentS = 0;
  for (let s = 0; s < SONG_S; s++) {
    await three.run(1);
    if (!three.account.player().isHeard()) silentS++;
  }
  assert.ok(silentS <= TAKEN_OVER_S, `${silentS} s of silence`);
  await three.run(4 * SONG_S);
  await assertEachOnce(three);
});

Deno.test("a holder that was frozen in a look until its lease had passed gives no order", async () => {
  await using three = await threeInstances(TIPS, LENGTH);
  const { account } = three;
  await three.run(10);
  const acting = await three.acting();
  const before = acting.orders.length;
  // The look right before the hand-over.
  while (account.player().playing()!.progressMs < LENGTH.ms - 4_000) await three.run(1);
  const held = account.hold("after", PLAYER);
  const looking = three.run(3);
  await held.arrived;
  acting.freeze();
  await looking;
  await three.run(TAKEN_OVER_S);
  held.release();
  acting.thaw();
  await three.run(12 * SONG_S);
  assert.equal(acting.orders.length, before);
  await assertEachOnce(three);
});

Deno.test("a holder gets a look's answer after its lease has passed: the song that another one started keeps its tip", async () => {
  await using three = await threeInstances(TIPS, LENGTH);
  const { account } = three;
  await three.run(10);
  const acting = await three.acting();
  while (account.player().playing()!.progressMs < LENGTH.ms - 4_000) await three.run(1);
  const held = account.hold("after", PLAYER);
  const looking = three.run(3);
  await held.arrived;
  acting.freeze();
  await looking;
  await three.run(TAKEN_OVER_S);
  held.release();
  // Before its timers tell it that another one acts.
  await acting.app.deps.conductors.idle();
  acting.thaw();
  await three.run(12 * SONG_S);
  await assertEachOnce(three);
});

Deno.test("commands at another instance than the one that acts are followed", async () => {
  await using three = await threeInstances(TIPS, LENGTH);
  const { account, instances, requests } = three;
  await three.run(20);
  const acting = await three.acting();
  const [other] = instances.filter((one) => one !== acting);
  const player = account.player();
  const heard = () => account.timeline.filter((one) => "started" in one).length;

  await three.say(other!, "POST", "/api/playback/pause");
  await three.run(3 * SONG_S);
  assert.deepEqual([heard(), player.isHeard()], [1, false]);

  await three.say(other!, "POST", "/api/playback/resume");
  assert.equal(player.isHeard(), true);
  await three.run(SONG_S + 10);
  assert.equal(heard(), 2);

  await three.say(other!, "POST", "/api/playback/skip");
  await three.run(10);
  assert.equal(heard(), 3);
  await three.say(other!, "POST", "/api/requests/play-next");
  await three.run(SONG_S);
  assert.equal(heard(), 5);

  await three.say(other!, "PUT", "/api/playback/auto", { on: false });
  await three.run(5 * SONG_S);
  assert.equal(heard(), 5);
  await three.say(other!, "PUT", "/api/playback/auto", { on: true });
  await three.run(10);
  assert.equal(heard(), 6);
  await three.run(5 * SONG_S);
  assert.equal(heard(), requests.length);
});

Deno.test("the source is left at one instance while another one orders the playlist: the playlist does not sound on", async () => {
  await using three = await threeInstances([], LENGTH);
  const { account, instances, owner: { token } } = three;
  const [acting, other] = [instances[0]!, instances[1]!];
  const { arrived, release } = account.hold("before");
  const fallback = { kind: "playlist", url: shareLink(PLAYLISTS[0]!) };
  const chosen = acting.app.call("PUT", "/api/music", { token, body: { fallback } });
  await arrived;
  assert.equal((await chooseSource(other.app, token, "manual")).status, 200);
  release();
  assert.equal((await chosen).status, 200);
  await three.run(20);
  assert.ok(account.timeline.some((one) => "started" in one));
  assert.equal(account.player().isHeard(), false);
});
