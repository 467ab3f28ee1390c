// GET /api/payouts/history.csv.
import { strict as assert } from "node:assert";
import { closePeriod } from "../../server/payouts/closing.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createPayee } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";

const HOUR_MS = 60 * 60 * 1000;

Deno.test("GET /api/payouts/history.csv returns a file for Turkish Excel, numbered downwards", async () => {
  await using app = await moneyApp({ PAYOUT_FEE_PERCENT: "10" });
  const { ownerId, token } = await createPayee(app.deps);
  for (const kurus of [1_000, 137_167]) {
    await playedSong(app.deps, ownerId, kurus, app.clock.now());
    app.clock.pass(24 * HOUR_MS);
    await closePeriod(app.deps, app.clock.now());
  }
  const response = await app.call("GET", "/api/payouts/history.csv", { token });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(
    response.headers.get("content-disposition"),
    'attachment; filename="siradaki-odemeler-2026-11-04.csv"',
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(
    new TextDecoder().decode(bytes),
    "No;Oluşturulma;Dönem başı;Dönem sonu;Hizmet bedeli (TL);Tutar (TL);Durum\r\n" +
      "2;04.11.2026;03.11.2026;04.11.2026;137,16;1234,51;Beklemede\r\n" +
      "1;03.11.2026;02.11.2026;03.11.2026;1,00;9,00;Beklemede\r\n",
  );
});
