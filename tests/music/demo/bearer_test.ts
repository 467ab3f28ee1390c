import { strict as assert } from "node:assert";
import { BASE, createDemoListener } from "../../support/music/demo_listener.ts";

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
