// Each listener of the demo account has a player of their own, and callers see no more than was consented to.
import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { BASE, createDemoListener } from "../../support/music/demo_listener.ts";

const FIRST = SONGS[0]!;

Deno.test("two listeners have two players", async () => {
  const demo = createDemoListener();
  const [one, other] = [await demo.connect(), await demo.connect()];
  assert.notEqual(one.listener, other.listener);
  await demo.call(one.access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  assert.equal((await demo.call(one.access, "GET", "/me/player")).status, 200);
  assert.equal((await demo.call(other.access, "GET", "/me/player")).status, 204);
});

Deno.test("the player answers 401 to a client's own token and 403 to a consent without the scope", async () => {
  const demo = createDemoListener();
  const own = await (await demo.token({ grant_type: "client_credentials" })).json();
  const anonymous = await demo.call(own.access_token, "GET", "/me/player");
  assert.equal(anonymous.status, 401);
  const { access } = await demo.connect("user-read-playback-state");
  const response = await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  assert.equal(response.status, 403);
  assert.equal((await response.json()).error.message, "Insufficient client scope");
});

Deno.test("GET /me shows no product, country or e-mail", async () => {
  const demo = createDemoListener();
  const { access, listener } = await demo.connect();
  const me = await (await demo.call(access, "GET", "/me")).json();
  assert.deepEqual(Object.keys(me).sort(), ["display_name", "id", "images", "type", "uri"]);
  assert.equal(me.id, listener);
});

for (
  const [what, status, authorization] of [
    ["no token", 401, ""],
    ["a token that is not ours", 401, "Bearer abc.def"],
    ["Basic", 400, "Basic abc"],
  ] as const
) {
  Deno.test(`/v1 answers ${status} in the service's JSON form to ${what}`, async () => {
    const demo = createDemoListener();
    const response = await demo.fetch(`${BASE}/v1/me/player`, {
      headers: authorization ? { authorization } : {},
    });
    assert.equal(response.status, status);
    const { error } = await response.json();
    assert.deepEqual(Object.keys(error), ["status", "message"]);
    assert.equal(error.status, status);
  });
}

Deno.test("/v1 answers 404 in the service's JSON form to an address that it does not have", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  const response = await demo.call(access, "GET", "/albums/1");
  assert.equal(response.status, 404);
  assert.deepEqual(await response.json(), { error: { status: 404, message: "Service not found" } });
});
