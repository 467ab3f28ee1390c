// The guest cookie's form on the wire, and which cookies are accepted (docs/accounts.md#cookies).
import { strict as assert } from "node:assert";
import { Hono } from "hono";
import { setSignedCookie } from "hono/cookie";
import { newGuest } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

Deno.test("a cookie is the id and its HMAC-SHA-256, as every earlier version signed it", async () => {
  await using app = await testApp();
  const key = `guest-cookie:${app.deps.config.jwtSecret}`;
  const signed = new Hono().get("/", async (c) => {
    await setSignedCookie(c, "guest", "an-id", key);
    return c.text("");
  });
  const cookie = (await signed.request("/")).headers.get("set-cookie")!.split(";")[0]!;
  assert.equal(guestIn(app, cookie), "an-id");
  const { headers } = await issued(app, cookie);
  assert.equal(headers.get("set-cookie")!.split(";")[0], cookie);
});

Deno.test("a cookie with another id, another signature or none is refused, also beside a good one", async () => {
  await using app = await testApp();
  const good = await newGuest(app);
  const [id = "", signature = ""] = decodeURIComponent(good.slice("guest=".length)).split(".");
  const refused = [
    `${id}x.${signature}`,
    `${id}.${signature.replace(/^./, (first) => first === "A" ? "B" : "A")}`,
    `${id}.${signature.slice(0, -1)}`,
    `${id}.`,
    `.${signature}`,
    id,
    "",
  ];
  // Twice: a cookie that was accepted is remembered, and the others must not be.
  for (let time = 0; time < 2; time++) {
    assert.equal(guestIn(app, good), id);
    for (const value of refused) {
      assert.equal(guestIn(app, `guest=${encodeURIComponent(value)}`), undefined, value);
    }
  }
});

Deno.test("a refused cookie is replaced by one with a new id", async () => {
  await using app = await testApp();
  const forged = "guest=somebody.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D";
  const response = await issued(app, forged);
  const cookie = response.headers.get("set-cookie")!.split(";")[0]!;
  const id = await response.text();
  assert.match(id, /^[\w-]{43}$/);
  assert.equal(guestIn(app, cookie), id);
});

function guestIn(app: TestApp, cookie: string): string | undefined {
  let id: string | undefined;
  new Hono().get("/", (c) => c.text(id = app.deps.guestCookies.read(c) ?? ""))
    .request("/", { headers: { cookie } });
  return id || undefined;
}

async function issued(app: TestApp, cookie: string): Promise<Response> {
  return await new Hono().get("/", (c) => c.text(app.deps.guestCookies.issue(c)))
    .request("/", { headers: { cookie } });
}
