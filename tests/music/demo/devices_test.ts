// The listener's devices: volume, transfer of playback, switching off and on.
import { strict as assert } from "node:assert";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { type DemoPlayer, demoPlayer, orderOf } from "../../support/music/demo_listener.ts";

const FIVE = PLAYLISTS.at(-1)!;
const [BAR, TERRACE, PHONE] = ["bar-hoparloru", "teras-hoparloru", "kasa-telefonu"] as const;

/** The ids that the API lists, the active one marked. */
async function listed({ call }: DemoPlayer): Promise<string[]> {
  const { devices } = await (await call("GET", "/me/player/devices")).json();
  return devices.map((d: { id: string; is_active: boolean }) => d.is_active ? `${d.id}*` : d.id);
}

Deno.test("devices that are switched on are listed, beside the one that is on from the start", async () => {
  const listener = await demoPlayer();
  assert.deepEqual(await listed(listener), [`${BAR}*`]);
  listener.player.switchOn(PHONE);
  listener.player.switchOn(TERRACE);
  assert.deepEqual(await listed(listener), [`${BAR}*`, TERRACE, PHONE]);
});

Deno.test("PUT volume sets the volume of the active device, or of the one that is named", async () => {
  const { command, call, look, player } = await demoPlayer();
  player.switchOn(TERRACE);
  await command("PUT", "/play", orderOf(FIVE));
  assert.equal(await command("PUT", "/volume?volume_percent=30"), 204);
  assert.equal(await command("PUT", `/volume?volume_percent=0&device_id=${TERRACE}`), 204);
  const { device } = (await look())!;
  assert.deepEqual([device.id, device.volume_percent], [BAR, 30]);
  const { devices } = await (await call("GET", "/me/player/devices")).json();
  assert.deepEqual(devices.map((d: ShownDevice) => [d.volume_percent, d.supports_volume]), [
    [30, true],
    [0, true],
  ]);
});

interface ShownDevice {
  volume_percent: number;
  supports_volume: boolean;
}

Deno.test("PUT volume answers 403 VOLUME_CONTROL_DISALLOW for a phone, and 404 for a device that is off", async () => {
  const { call, command, player } = await demoPlayer();
  player.switchOn(PHONE);
  const refused = await call("PUT", `/me/player/volume?volume_percent=30&device_id=${PHONE}`);
  assert.equal(refused.status, 403);
  assert.equal((await refused.json()).error.reason, "VOLUME_CONTROL_DISALLOW");
  assert.equal(await command("PUT", `/volume?volume_percent=30&device_id=${TERRACE}`), 404);
});

Deno.test("PUT /me/player moves what plays to another device, where it goes on", async () => {
  const listener = await demoPlayer();
  const { command, look, clock, player } = listener;
  player.switchOn(TERRACE);
  await command("PUT", "/play", orderOf(FIVE));
  clock.pass(20_000);
  assert.equal(await command("PUT", "", { device_ids: [TERRACE] }), 204);
  assert.deepEqual(await listed(listener), [BAR, `${TERRACE}*`]);
  const now = (await look())!;
  assert.deepEqual([now.device.id, now.is_playing, now.progress_ms], [TERRACE, true, 20_000]);
});

Deno.test("PUT /me/player with play goes on with what is paused, and without it leaves it so", async () => {
  const { command, look, player } = await demoPlayer();
  player.switchOn(TERRACE);
  await command("PUT", "/play", orderOf(FIVE));
  await command("PUT", "/pause");
  await command("PUT", "", { device_ids: [TERRACE], play: false });
  assert.equal((await look())!.is_playing, false);
  await command("PUT", "", { device_ids: [BAR], play: true });
  assert.equal((await look())!.is_playing, true);
});

for (
  const [what, status, body] of [
    ["no device", 400, {}],
    ["an empty list", 400, { device_ids: [] }],
    ["two devices", 400, { device_ids: [BAR, TERRACE] }],
    ["a device that is off", 404, { device_ids: [TERRACE] }],
    ["no body", 400, undefined],
  ] as const
) {
  Deno.test(`PUT /me/player answers ${status} to ${what}`, async () => {
    const { command } = await demoPlayer();
    assert.equal(await command("PUT", "", body), status);
  });
}

Deno.test("an active device that is switched off stops the music, and commands find no active device", async () => {
  const listener = await demoPlayer();
  const { command, call, look, clock, player } = listener;
  await command("PUT", "/play", orderOf(FIVE));
  clock.pass(20_000);
  player.switchOff(BAR);
  assert.deepEqual(await listed(listener), []);
  assert.equal(await look(), null);
  const refused = await call("POST", "/me/player/next");
  assert.equal(refused.status, 404);
  assert.equal((await refused.json()).error.reason, "NO_ACTIVE_DEVICE");
});

Deno.test("a device that comes back is not active, and goes on from where the music stopped when it is named", async () => {
  const listener = await demoPlayer();
  const { command, look, clock, player } = listener;
  await command("PUT", "/play", orderOf(FIVE));
  clock.pass(20_000);
  player.switchOff(BAR);
  clock.pass(60_000);
  player.switchOn(BAR);
  assert.deepEqual(await listed(listener), [BAR]);
  assert.equal(await look(), null);
  assert.equal(await command("PUT", "", { device_ids: [BAR], play: true }), 204);
  const now = (await look())!;
  assert.deepEqual([now.is_playing, now.progress_ms], [true, 20_000]);
});

Deno.test("a device that is not active can be switched off, and the music goes on", async () => {
  const { command, look, player } = await demoPlayer();
  player.switchOn(TERRACE);
  await command("PUT", "/play", orderOf(FIVE));
  player.switchOff(TERRACE);
  assert.equal((await look())!.is_playing, true);
});
