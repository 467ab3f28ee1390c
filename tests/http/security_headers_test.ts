import { strict as assert } from "node:assert";
import { REGISTRATION } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { testApp } from "../support/start/test_app.ts";

const PAGES = ["/", "/panel/login", "/nirgends"];
const PATHS = [...PAGES, "/api/nothing", "/api/cafes/me", "/demo/nothing"];

for (const path of PATHS) {
  Deno.test(`GET ${path} has the security headers, whatever its status`, async () => {
    await using app = await testApp();
    const { headers } = await app.fetch(path);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.equal(headers.get("access-control-allow-origin"), null);
    assert.equal(headers.get("server"), null);
    assert.equal(headers.get("x-powered-by"), null);
    assert.equal(headers.get("x-frame-options"), "DENY");
    assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
  });
}

for (const path of PAGES) {
  Deno.test(`the page ${path} has a policy, may use no camera, and shares no process with other origins, whatever its status`, async () => {
    await using app = await testApp();
    const { headers } = await app.fetch(path);
    const policy = Object.fromEntries(
      headers.get("content-security-policy")!.split(";").map((directive) => {
        const [name, ...values] = directive.trim().split(" ");
        return [name, values.join(" ")];
      }),
    );
    assert.match(policy["script-src"]!, /^'self'( '(sha256-|nonce-)[^ ]+')*$/);
    assert.doesNotMatch(JSON.stringify(policy), /unsafe-|\*|http:\/\/(?!127)/);
    for (const name of ["object-src", "base-uri", "frame-ancestors"]) {
      assert.equal(policy[name], "'none'", name);
    }
    assert.match(headers.get("permissions-policy")!, /camera=\(\)/);
    assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
    assert.equal(headers.get("origin-agent-cluster"), "?1");
  });
}

Deno.test("JSON, which no browser renders, carries no policy", async () => {
  await using app = await testApp();
  for (const path of ["/api/nothing", "/api/cafes/me", "/healthz"]) {
    const { headers } = await app.fetch(path);
    assert.match(headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(headers.get("content-security-policy"), null);
  }
});

const POLICY: [directive: string, value: string, allows: string][] = [
  ["default-src", "'self'", "what no other directive names comes from us"],
  ["script-src", "'self'", "scripts come from our files"],
  ["style-src", "'self'", "styles come from our files"],
  ["media-src", "'self' blob:", "audio comes from us, also what a page keeps of it"],
  [
    "connect-src",
    "'self' wss://siradaki.ornek.test ws://192.168.1.20:8000",
    "pages call us and open sockets to both of our origins",
  ],
  ["form-action", "'self'", "forms are sent to us"],
];

for (const [directive, value, allows] of POLICY) {
  Deno.test(`the policy has ${directive}: ${allows}, and nothing else`, async () => {
    await using app = await testApp({
      APP_ORIGIN: "https://siradaki.ornek.test",
      GUEST_ORIGIN: "http://192.168.1.20:8000",
    });
    const policy = (await app.fetch("/")).headers.get("content-security-policy")!;
    assert.ok(policy.split("; ").includes(`${directive} ${value}`), policy);
  });
}

Deno.test("the policy allows images from the product and the music service's hosts alone", async () => {
  await using app = await testApp();
  const policy = (await app.fetch("/")).headers.get("content-security-policy")!;
  const hosts = policy.match(/img-src ([^;]*)/)![1]!.split(" ").filter((s) => s.startsWith("http"));
  assert.deepEqual(hosts, ["https://i.scdn.co", "https://mosaic.scdn.co"]);
});

Deno.test("HSTS is sent for the host alone if APP_ORIGIN is https, and only then", async () => {
  await using secure = await testApp({ APP_ORIGIN: "https://siradaki.ornek.test" });
  await using plain = await testApp();
  const hsts = async (app: typeof plain) =>
    (await app.fetch("/")).headers.get("strict-transport-security");
  assert.match(await hsts(secure) ?? "", /^max-age=\d{8}$/);
  assert.equal(await hsts(plain), null);
});

Deno.test("cookies are HttpOnly and SameSite=Lax, and Secure if APP_ORIGIN is https", async () => {
  const cookies = async (origin: string) => {
    await using app = await testApp({ APP_ORIGIN: origin });
    const { cafeId } = await createOwner(app.deps);
    const registered = await app.call("POST", "/api/auth/register", { body: REGISTRATION });
    const page = await app.fetch(`/cafe/${cafeId}`);
    return [...registered.headers.getSetCookie(), ...page.headers.getSetCookie()];
  };
  const secure = await cookies("https://siradaki.ornek.test");
  const plain = await cookies("http://127.0.0.1:8000");
  assert.equal(secure.length, 2);
  for (const cookie of secure) assert.match(cookie, /; HttpOnly; Secure; SameSite=Lax$/);
  for (const cookie of plain) assert.match(cookie, /; HttpOnly; SameSite=Lax$/);
});

for (
  const [appOrigin, guestOrigin, secure] of [
    ["http://127.0.0.1:8000", "https://siradaki.ornek.test", true],
    ["https://siradaki.ornek.test", "http://192.168.1.20:8000", false],
  ] as const
) {
  Deno.test(`the guest cookie is ${secure ? "" : "not "}Secure if GUEST_ORIGIN is ${guestOrigin}`, async () => {
    await using app = await testApp({ APP_ORIGIN: appOrigin, GUEST_ORIGIN: guestOrigin });
    const { cafeId } = await createOwner(app.deps);
    const [cookie] = (await app.fetch(`/cafe/${cafeId}`)).headers.getSetCookie();
    assert.equal(/; Secure;/.test(cookie!), secure, cookie!);
  });
}
