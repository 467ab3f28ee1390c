import { strict as assert } from "node:assert";
import { seedDemoCafe } from "../server/commands/seed.ts";
import { createGuestOrigin } from "../server/lan_address.ts";
import { createOwner } from "./support/people/factories.ts";
import { type TestApp, testApp } from "./support/start/test_app.ts";

const AT_START = "http://127.0.0.1:8000";
const LATER = "http://192.168.1.20:8000";

Deno.test("guests come to the configured origin, without a look at the network", async () => {
  const guestOrigin = createGuestOrigin(
    { appOrigin: AT_START, guestOrigin: "https://istek.ornek.test", port: 8000 },
    () => Promise.reject(new Error("was asked")),
  );
  assert.equal(await guestOrigin(), "https://istek.ornek.test");
});

Deno.test("without a configured origin guests come to the address in the local network, as soon as there is one", async () => {
  const addresses = [undefined, "192.168.1.20"];
  const guestOrigin = createGuestOrigin(
    { appOrigin: AT_START, port: 8000 },
    () => Promise.resolve(addresses.shift()),
  );
  assert.equal(await guestOrigin(), AT_START);
  assert.equal(await guestOrigin(), LATER);
});

Deno.test("the share link carries the address that the network has given since the start", async () => {
  await using app = await appInNetwork();
  const { token, cafeId } = await createOwner(app.deps);
  const shareUrl = async () => {
    const body = { name: "Kahve Durağı", iban: "", accountHolderName: "" };
    const read = await (await app.call("GET", "/api/cafes/me", { token })).json();
    const saved = await (await app.call("POST", "/api/cafes", { token, body })).json();
    return [read.shareUrl, saved.shareUrl];
  };
  const [before, after] = [`${AT_START}/cafe/${cafeId}`, `${LATER}/cafe/${cafeId}`];
  assert.deepEqual(await shareUrl(), [before, before]);
  app.comesUp();
  assert.deepEqual(await shareUrl(), [after, after]);
});

Deno.test("link previews carry it too, also those of pages that are kept", async () => {
  await using app = await appInNetwork();
  const { cafeId } = await createOwner(app.deps);
  const paths = ["/", "/aydinlatma-metni", `/cafe/${cafeId}`];
  for (const origin of [AT_START, LATER]) {
    for (const path of paths) {
      const html = await (await app.fetch(path)).text();
      assert.ok(
        html.includes(`<link rel="canonical" href="${origin}${path}"/>`),
        `${path}: ${html}`,
      );
      assert.ok(html.includes(`property="og:url" content="${origin}${path}"`));
      assert.ok(html.includes(`property="og:image" content="${origin}/link-preview.png"`));
    }
    app.comesUp();
  }
});

Deno.test("seed prints it too", async () => {
  await using app = await appInNetwork();
  const guests = async () =>
    (await seedDemoCafe(app.deps)).find((line) => line.includes("Müşteriler"))!;
  assert.match(await guests(), / http:\/\/127\.0\.0\.1:8000\/cafe\//);
  app.comesUp();
  assert.match(await guests(), / http:\/\/192\.168\.1\.20:8000\/cafe\//);
});

Deno.test("a page allows the WebSocket of the address by which the guest came, in the policy that older Safari needs", async () => {
  await using app = await appInNetwork();
  const { cafeId } = await createOwner(app.deps);
  const allowed = async (origin: string) => {
    const { headers } = await app.fetch(`${origin}/cafe/${cafeId}`);
    return headers.get("content-security-policy")!.match(/connect-src ([^;]*)/)![1];
  };
  assert.equal(await allowed(AT_START), "'self' ws://127.0.0.1:8000");
  for (const host of ["192.168.1.20:8000", "kafe.local:8000", "[fd00::2]:8000"]) {
    assert.equal(await allowed(`http://${host}`), `'self' ws://127.0.0.1:8000 ws://${host}`);
  }
  // A name that would begin another directive.
  assert.equal(await allowed("http://a;b"), "'self' ws://127.0.0.1:8000");
});

Deno.test("the guest cookie is not Secure at an address in the local network", async () => {
  await using app = await appInNetwork();
  const { cafeId } = await createOwner(app.deps);
  const [cookie] = (await app.fetch(`${LATER}/cafe/${cafeId}`)).headers.getSetCookie();
  assert.match(cookie!, /; HttpOnly; SameSite=Lax$/);
});

/** An app that listens on all addresses of a machine without a network. `comesUp` gives it one. */
async function appInNetwork(): Promise<TestApp & { comesUp(): void }> {
  let origin = AT_START;
  const app = await testApp({ HOST: "0.0.0.0" }, {
    replace: () => ({ guestOrigin: () => Promise.resolve(origin) }),
  });
  return { ...app, comesUp: () => origin = LATER };
}
