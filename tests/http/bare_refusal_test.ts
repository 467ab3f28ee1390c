import { strict as assert } from "node:assert";
import { bareRefusal } from "../../server/http/on_error.ts";
import { testApp } from "../support/start/test_app.ts";

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
