// Under which names the product answers (server/http/on_error.ts).
import { strict as assert } from "node:assert";
import { isOwnHost } from "../../server/http/on_error.ts";
import { createOwner } from "../support/people/factories.ts";
import { rawSocket } from "../support/net/raw_socket.ts";
import { servedApp } from "../support/start/served_app.ts";
import { testApp } from "../support/start/test_app.ts";

const CONFIG = { appOrigin: "https://panel.kafe.example", guestOrigin: "http://kafe.example:8000" };

for (
  const host of [
    ...["panel.kafe.example", "kafe.example", "localhost", "siradaki.local", "kasa", "kasa.lan"],
    ...["127.0.0.1", "192.168.1.20", "[::1]", "[fe80::1]", "kafe.localhost", "kafe.example."],
  ]
) {
  Deno.test(`${host} is a name of ours`, () => {
    assert.ok(isOwnHost(new URL(`http://${host}:8000`).hostname, CONFIG));
  });
}

for (
  const host of [
    ...["evil.example", "kafe.example.evil.example", "127.0.0.1.evil.example", "local.example"],
    ...["x.kafe.example", "evillocal.example", "siradaki.local.example", "xn--kafe-0ra.example"],
  ]
) {
  Deno.test(`${host} is no name of ours`, () => {
    assert.ok(!isOwnHost(new URL(`http://${host}:8000`).hostname, CONFIG));
  });
}

const FOREIGN = {
  msg: "Bu ad bu sunucunun değil. Kafenin adresini kullanın.",
  code: "foreign_host",
};

Deno.test("a call, a page and a file under a foreign name are 421, with the headers of every answer", async () => {
  await using app = await testApp();
  for (const path of ["/", "/healthz", "/api/openapi.json", "/api/auth/login", "/panel/login"]) {
    const answer = await app.fetch(`http://evil.example:8000${path}`);
    assert.deepEqual([answer.status, await answer.json()], [421, FOREIGN], path);
    assert.equal(answer.headers.get("x-frame-options"), "DENY");
  }
  const own = await app.fetch("http://siradaki.local:8000/healthz");
  assert.deepEqual([own.status, await own.json()], [200, { status: "ok" }]);
});

Deno.test("a socket whose Host and Origin are the same foreign name is 421", async () => {
  await using app = await servedApp();
  const { ownerId } = await createOwner(app.deps);
  const status = async (host: string) => {
    const headers = { Host: `${host}:8000`, Origin: `http://${host}:8000` };
    const socket = await rawSocket(app.origin, `/api/realtime?ownerId=${ownerId}`, headers);
    if (socket.status === 101) socket.connection.close();
    return socket.status;
  };
  assert.equal(await status("evil.example"), 421);
  assert.equal(await status("siradaki.local"), 101);
});
