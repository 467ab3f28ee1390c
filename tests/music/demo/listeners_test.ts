// Each listener of the demo account has a player of their own, and callers see no more than was consented to.
import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { createDemoListener } from "../../support/music/demo_listener.ts";

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
