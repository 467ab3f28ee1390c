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

for (
  const tip of [
    ...["10.005", "0.001", "1e-7", "0.30000000000000004", "-1", "-0.01", "10000.01", "10001"],
    ...["1e308", "1e400", "-1e400", "NaN", "Infinity", '"10"', '""', "null", "true", "[10]", "{}"],
  ]
) {
  Deno.test(`POST /api/requests answers 400 to a tip of ${tip} and creates no request`, async () => {
    await using app = await testApp();
    const { ownerId } = await createOwner(app.deps);
    const response = await sendTip(app, ownerId, tip);
    assert.equal(response.status, 400);
    // These two are no JSON.
    const isRead = tip !== "NaN" && tip !== "Infinity";
    const { code, field } = await response.json();
    assert.equal(code, isRead ? "invalid_input" : "malformed_body");
    assert.equal(field, isRead ? "tipAmount" : undefined);
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

Deno.test("POST /api/requests without a tip answers 400", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const { tipAmount: _, ...body } = draft(ownerId);
  assert.equal((await app.call("POST", "/api/requests", { body })).status, 400);
});
