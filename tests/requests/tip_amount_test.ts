import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { songRequests } from "../../db/schema/requests.ts";
import { createOwner } from "../support/people/factories.ts";
import { anyAddress, draft } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

/** Sends a request with `tip` written into the JSON as it is. */
function sendTip(app: TestApp, ownerId: string, tip: string): Promise<Response> {
  const body = JSON.stringify(draft(ownerId, { tipAmount: "TIP" })).replace('"TIP"', tip);
  return app.fetch("/api/requests", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
    address: anyAddress(),
  });
}

// Tips that JSON of this process does not write; the others that are refused: tests/http/bad_input_test.ts.
for (const tip of ["1e400", "-1e400"]) {
  Deno.test(`POST /api/requests answers 400 to a tip of ${tip} and creates no request`, async () => {
    await using app = await testApp();
    const { ownerId } = await createOwner(app.deps);
    const response = await sendTip(app, ownerId, tip);
    assert.equal(response.status, 400);
    const { code, field } = await response.json();
    assert.deepEqual([code, field], ["invalid_input", "tipAmount"]);
    assert.deepEqual(await app.deps.db.read.select().from(songRequests), []);
  });
}

Deno.test("POST /api/requests returns a tip exactly as sent, and stores it in kuruş", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  for (
    const [tip, kurus] of [
      ...[["0", 0], ["-0", 0], ["0.01", 1], ["0.07", 7], ["1.1", 110], ["4.35", 435]],
      ...[["10", 1000], ["10.50", 1050], ["1e3", 100_000], ["9999.99", 999_999], [
        "10000",
        1_000_000,
      ]],
    ] as [string, number][]
  ) {
    const response = await sendTip(app, ownerId, tip);
    assert.equal(response.status, 201);
    const { _id, tipAmount } = await response.json();
    assert.equal(tipAmount, Math.abs(Number(tip)));
    const row = await app.deps.db.read.select().from(songRequests)
      .where(eq(songRequests.id, _id)).get();
    assert.equal(row?.tipKurus, kurus);
  }
});
