// Which device the demo account's player uses, and what it refuses to play.
import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { createDemoListener } from "../../support/music/demo_listener.ts";

const FIRST = SONGS[0]!;

Deno.test("GET /me/player/devices shows one device, active and unrestricted", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  const { devices } = await (await demo.call(access, "GET", "/me/player/devices")).json();
  assert.equal(devices.length, 1);
  const { id, name, type, is_active, is_restricted } = devices[0];
  assert.deepEqual({ id, name, type, is_active, is_restricted }, {
    id: "bar-hoparloru",
    name: "Bar hoparlörü",
    type: "Speaker",
    is_active: true,
    is_restricted: false,
  });
});

Deno.test("PUT /me/player/play answers 404 NO_ACTIVE_DEVICE if no device is active, until one is named", async () => {
  const demo = createDemoListener();
  const { access, listener } = await demo.connect();
  demo.players.of(listener).devices[0]!.isActive = false;
  const refused = await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  assert.equal(refused.status, 404);
  assert.deepEqual(await refused.json(), {
    error: {
      status: 404,
      message: "Player command failed: No active device found",
      reason: "NO_ACTIVE_DEVICE",
    },
  });
  const named = await demo.call(access, "PUT", "/me/player/play?device_id=bar-hoparloru", {
    uris: [FIRST.uri],
  });
  assert.equal(named.status, 204);
  const { device } = await (await demo.call(access, "GET", "/me/player")).json();
  assert.deepEqual([device.id, device.is_active], ["bar-hoparloru", true]);
});

Deno.test("PUT /me/player/play answers 404 to an unknown device and 403 to a restricted one, and plays nothing", async () => {
  const demo = createDemoListener();
  const { access, listener } = await demo.connect();
  const { devices } = demo.players.of(listener);
  devices.push({ ...devices[0]!, id: "tv", isActive: false, isRestricted: true });
  const at = (id: string) =>
    demo.call(access, "PUT", `/me/player/play?device_id=${id}`, { uris: [FIRST.uri] });
  const unknown = await at("nowhere");
  assert.equal(unknown.status, 404);
  assert.deepEqual(await unknown.json(), { error: { status: 404, message: "Device not found" } });
  const restricted = await at("tv");
  assert.equal(restricted.status, 403);
  assert.match((await restricted.json()).error.message, /Restriction violated/);
  assert.equal((await demo.call(access, "GET", "/me/player")).status, 204);
});

for (
  const [what, status, body] of [
    ["a uri of another kind", 400, { uris: ["spotify:album:2bS0EdypuBC2DIk30zxvLg"] }],
    ["an id of the wrong length", 400, { uris: ["spotify:track:short"] }],
    ["a song that nobody has", 404, { uris: [`spotify:track:${"0".repeat(22)}`] }],
    ["no uris at all", 400, { uris: [] }],
    ["uris that are a text", 400, { uris: FIRST.uri }],
  ] as const
) {
  Deno.test(`PUT /me/player/play answers ${status} to ${what} and plays nothing`, async () => {
    const demo = createDemoListener();
    const { access } = await demo.connect();
    const response = await demo.call(access, "PUT", "/me/player/play", body);
    assert.equal(response.status, status);
    assert.equal((await response.json()).error.status, status);
    assert.equal((await demo.call(access, "GET", "/me/player")).status, 204);
  });
}
