import { strict as assert } from "node:assert";
import { Earnings } from "../../server/contract/payouts.ts";
import { createOwner } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { playedSong } from "../support/people/plays.ts";
import type { TestApp } from "../support/start/test_app.ts";

const at = (text: string) => Date.parse(`${text}+03:00`);
const uri = (n: number) => `spotify:track:${String(n).padStart(22, "0")}`;

async function read(app: TestApp, token: string, query = "") {
  const response = await app.call("GET", `/api/payouts/earnings${query}`, { token });
  assert.equal(response.status, 200);
  return Earnings.parse(await response.json());
}

Deno.test("GET /api/payouts/earnings returns Istanbul days, oldest first, including empty ones", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-20T12:00"));
  const { ownerId, token } = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  await playedSong(app.deps, ownerId, 400, at("2026-11-17T23:59:59.999"));
  await playedSong(app.deps, ownerId, 110, at("2026-11-18T00:00"));
  await playedSong(app.deps, ownerId, 7, at("2026-11-18T23:59:59.999"));
  await playedSong(app.deps, ownerId, 1250, at("2026-11-20T11:59"));
  await playedSong(app.deps, other.ownerId, 9900, at("2026-11-20T11:59"));
  const { days, songs } = await read(app, token, "?days=3");
  assert.deepEqual(days, [
    { date: "2026-11-18", amount: 1.17 },
    { date: "2026-11-19", amount: 0 },
    { date: "2026-11-20", amount: 12.5 },
  ]);
  assert.deepEqual(songs, [
    { songTitle: "Gülpembe", artist: "Barış Manço", count: 3, amount: 13.67 },
  ]);
});

Deno.test("GET /api/payouts/earnings covers 30 days by default", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-20T00:00"));
  const { token } = await createOwner(app.deps);
  const { days, songs } = await read(app, token);
  assert.equal(days.length, 30);
  assert.equal(days[0]?.date, "2026-10-22");
  assert.equal(days.at(-1)?.date, "2026-11-20");
  assert.deepEqual(songs, []);
  assert.equal((await read(app, token, "?days=366")).days.length, 366);
});

Deno.test("GET /api/payouts/earnings returns the 10 songs that earned most, each with its last title", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createOwner(app.deps);
  const now = app.clock.now();
  for (let n = 1; n <= 12; n++) {
    await playedSong(app.deps, ownerId, n * 100, now - 1000, {
      uri: uri(n),
      songTitle: `Şarkı ${n}`,
    });
  }
  await playedSong(app.deps, ownerId, 0, now, { uri: uri(99), songTitle: "Bahşişsiz" });
  await playedSong(app.deps, ownerId, 1000, now, { uri: uri(3), songTitle: "Şarkı 3 (Canlı)" });
  const { songs } = await read(app, token, "?days=1");
  assert.deepEqual(
    songs.map(({ songTitle, count, amount }) => [songTitle, count, amount]),
    [
      ["Şarkı 3 (Canlı)", 2, 13],
      ...[12, 11, 10, 9, 8, 7, 6, 5, 4].map((n) => [`Şarkı ${n}`, 1, n]),
    ],
  );
});

for (const days of ["0", "-1", "367", "1.5", "abc", "1e1", "0x1e", "NaN", "30,90", ""]) {
  Deno.test(`GET /api/payouts/earnings answers 400 to days=${days}`, async () => {
    await using app = await moneyApp();
    const { token } = await createOwner(app.deps);
    const response = await app.call("GET", `/api/payouts/earnings?days=${days}`, { token });
    assert.equal(response.status, 400);
    assert.deepEqual(await response.json(), {
      msg: "Gün sayısı 1 ile 366 arasında olmalıdır.",
      code: "invalid_input",
      field: "days",
    });
  });
}
