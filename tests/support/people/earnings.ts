// Cafes that have earned, been paid and are owed money.
import { DAY_MS } from "../../../server/contract/clock.ts";
import { closePeriod } from "../../../server/payouts/closing.ts";
import type { TestApp } from "../start/test_app.ts";
import { createAdmin, type TestOwner } from "./factories.ts";
import { createPayee } from "./payees.ts";
import { playedSong } from "./plays.ts";

/** Two cafes that are owed 1.250,00 and 50,75 TL, and an admin's token. */
export async function owe({ deps }: TestApp): Promise<{ owners: TestOwner[]; token: string }> {
  const owners = [await createPayee(deps, "Kahve Durağı"), await createPayee(deps, "Nar Ağacı")];
  await playedSong(deps, owners[0]!.ownerId, 125_000, deps.now() - 12 * DAY_MS);
  await playedSong(deps, owners[1]!.ownerId, 5075, deps.now() - 11 * DAY_MS);
  await closePeriod(deps, deps.now() - 10 * DAY_MS);
  return { owners, token: (await createAdmin(deps)).token };
}

/** A cafe with a paid payout of 75,00 TL, a pending one of 40,10 TL, and 1.234,50 TL since. */
export async function earn(app: TestApp): Promise<TestOwner> {
  const { deps } = app;
  const owner = await createPayee(deps);
  const now = deps.now();
  await playedSong(deps, owner.ownerId, 7500, now - 40 * DAY_MS);
  await closePeriod(deps, now - 35 * DAY_MS);
  await playedSong(deps, owner.ownerId, 4010, now - 20 * DAY_MS);
  await closePeriod(deps, now - 10 * DAY_MS);
  // The first call to the app closes the period up to last Monday. What stays open is earned after that.
  await markOldestPaid(app);
  await playedSong(deps, owner.ownerId, 123_450, now, {
    uri: "spotify:track:0000000000000000000002",
    songTitle: "Islak Islak",
    artist: "Cem Karaca",
  });
  return owner;
}

async function markOldestPaid(app: TestApp): Promise<void> {
  const { token } = await createAdmin(app.deps);
  const [pending] = await app.ok("GET", "/api/admin/payouts", { token });
  const path = `/api/admin/payouts/${pending.payoutId}/paid`;
  await app.ok("PUT", path, { token });
}
