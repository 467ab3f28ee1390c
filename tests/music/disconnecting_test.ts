// Tokens of a music account are stored encrypted, and disconnecting deletes them, and no other account.
import { strict as assert } from "node:assert";
import { musicGrants } from "../../db/schema/music.ts";
import { createOwner } from "../support/people/factories.ts";
import { connect, isConnected } from "../support/people/connection.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("tokens are stored encrypted for their owner, cannot be altered, and are deleted when the account is disconnected", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await connect(app, token);
  const [grant] = await app.deps.db.read.select().from(musicGrants);
  const access = await app.deps.cipher.decrypt(grant!.accessToken, ownerId);
  assert.ok(access.length > 20 && !JSON.stringify(grant).includes(access));
  await assert.rejects(app.deps.cipher.decrypt(grant!.accessToken, "another owner"));
  const altered = Uint8Array.fromBase64(grant!.accessToken, { alphabet: "base64url" });
  altered[20]! ^= 1;
  await assert.rejects(
    app.deps.cipher.decrypt(altered.toBase64({ alphabet: "base64url" }), ownerId),
  );

  const response = await app.call("POST", "/api/spotify/disconnect", { token });
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { msg: "Spotify bağlantısı başarıyla kaldırıldı!" });
  assert.deepEqual(await app.deps.db.read.select().from(musicGrants), []);
  assert.equal(await isConnected(app, token), false);
});

Deno.test("disconnecting twice, or without a connection, answers the same", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  for (let i = 0; i < 2; i++) {
    assert.equal((await app.call("POST", "/api/spotify/disconnect", { token })).status, 200);
  }
});

Deno.test("disconnecting leaves another owner's connection alone", async () => {
  await using app = await testApp();
  const [one, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  await connect(app, one.token);
  await app.call("POST", "/api/spotify/disconnect", { token: other.token });
  assert.equal(await isConnected(app, one.token), true);
});
