import { strict as assert } from "node:assert";
import { createApp } from "../../server/app.ts";
import { bareRefusal } from "../../server/http/on_error.ts";
import { createOwner } from "../support/people/factories.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("an unknown path under /api answers 404 as JSON", async () => {
  await using app = await testApp();
  for (
    const path of [
      "/api",
      "/api/",
      "/api/nothing",
      "/%61pi/nothing",
      "/api//cafes/me",
      "/api/cafes/me/",
    ]
  ) {
    const response = await app.fetch(path);
    assert.equal(response.status, 404, path);
    assert.deepEqual(
      await response.json(),
      { msg: "Böyle bir adres yok.", code: "path_not_found" },
      path,
    );
  }
});

Deno.test("a known path with another method answers 405, and Allow names its methods", async () => {
  await using app = await testApp();
  const response = await app.fetch("/api/cafes/me", { method: "DELETE" });
  assert.equal(response.status, 405);
  assert.equal(response.headers.get("allow"), "GET, HEAD");
});

Deno.test("Allow never names the method that was answered 405", async () => {
  await using app = await testApp();
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const paths = new Set(createApp(app.deps).routes.map(({ path }) => path));
  for (const path of [...paths].filter((path) => !path.includes("*"))) {
    for (const method of methods) {
      for (const slash of ["", "/"]) {
        const response = await app.fetch(path + slash, { method });
        await response.body?.cancel();
        const allow = response.headers.get("allow")?.split(", ") ?? [];
        assert.equal(response.status === 405, allow.length > 0, `${method} ${path}${slash}`);
        assert.ok(!allow.includes(method), `${method} ${path}${slash}: ${allow}`);
      }
    }
  }
});

Deno.test("a body is checked for its size, then its type, then its content: 413, 415, 400", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const post = (body: BodyInit, type: string) =>
    app.fetch("/api/cafes", {
      method: "POST",
      body,
      headers: { "x-auth-token": token, "content-type": type },
    });
  assert.equal((await post("x".repeat(16 * 1024 + 1), "text/plain")).status, 413);
  assert.equal((await post("x", "text/plain")).status, 415);
  assert.equal((await post("{", "application/json")).status, 400);
  assert.equal((await post(new Uint8Array([0xff]), "application/json")).status, 400);
});

Deno.test("a refusal without the app has a sentence, and the headers of the app's own answers", async () => {
  const appOrigin = "https://siradaki.ornek.test";
  await using app = await testApp({ APP_ORIGIN: appOrigin });
  const own = await app.fetch("/api/nothing");
  await own.body?.cancel();
  const refusal = bareRefusal({ appOrigin }, "internal");
  assert.equal(refusal.status, 500);
  assert.deepEqual(await refusal.json(), {
    msg: "Beklenmeyen bir hata oluştu. Lütfen tekrar deneyin.",
    code: "internal",
  });
  assert.equal(refusal.headers.get("referrer-policy"), "no-referrer");
  for (const [name, value] of own.headers) assert.equal(refusal.headers.get(name), value, name);
  assert.equal(refusal.headers.get("cache-control"), "no-store");
  const later = bareRefusal({ appOrigin }, "database_unavailable", { retryAfterS: 2 });
  assert.equal(later.headers.get("retry-after"), "2");
  assert.deepEqual((await later.json()).values, { seconds: 2 });
});
