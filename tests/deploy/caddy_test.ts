// What goes through deploy/Caddyfile (docs/running.md#exposure-to-the-internet).
import { strict as assert } from "node:assert";
import { wav } from "../support/music/audio_files.ts";
import { listen } from "../support/net/listener.ts";
import { testWithCaddy } from "../support/start/caddy.ts";

testWithCaddy("a song of 3 MB is added through the proxy", async ({ addFile }) => {
  const song = wav({ seconds: 400 });
  assert.ok(song.length > 3_000_000);
  assert.deepEqual(await addFile("a.wav", song), [201, '{"file":"a.wav"}']);
});

testWithCaddy(
  "any other body over 16 KB is 413 with the product's sentence",
  async ({ origin }) => {
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "x".repeat(20_000) }),
    });
    assert.equal(answer.status, 413);
    assert.equal((await answer.json()).code, "body_too_large");
  },
);

testWithCaddy("a socket through the proxy is told of a change", async ({ app, origin, owner }) => {
  await using guest = listen(origin.replace("http", "ws"), owner.ownerId);
  const { revision } = await guest.next();
  const { token } = owner;
  await app.ok("PUT", "/api/music", { token, body: { source: "library" } });
  assert.ok((await guest.next()).revision > revision);
});

testWithCaddy(
  "an evening's polling through the proxy is answered, and mostly with 304",
  async ({ origin, owner }) => {
    const path = `${origin}/api/requests/queue/${owner.ownerId}`;
    const first = await fetch(path);
    await first.body?.cancel();
    assert.equal(first.status, 200);
    const etag = first.headers.get("etag")!;
    const again = async () => {
      const answer = await fetch(path, { headers: { "if-none-match": etag } });
      await answer.body?.cancel();
      return answer.status;
    };
    const statuses = await Promise.all(Array.from({ length: 300 }, again));
    assert.deepEqual([...new Set(statuses)], [304]);
  },
);
