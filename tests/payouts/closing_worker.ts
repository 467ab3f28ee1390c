// A process that plays songs and closes periods as fast as it can, until it is stopped.
// Argument: the folder of the database. It prints one line at each closing.
import { compose } from "../../main.ts";
import { readConfig } from "../../server/config.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { createPayee } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";

const OWNERS = 20;

let now = Date.UTC(2026, 10, 2, 17);
const config = readConfig({ DATA_DIR: Deno.args[0], HOST: "127.0.0.1", PAYOUT_FEE_PERCENT: "2.5" });
const deps = await compose(config, { now: () => now });
await deps.db.migrate();
const owners = await Promise.all(Array.from({ length: OWNERS }, () => createPayee(deps)));

for (let round = 1;; round++) {
  now += 1;
  const work: Promise<unknown>[] = owners.map(({ ownerId }, i) =>
    playedSong(deps, ownerId, (round * 7919 + i) % 10_000, now)
  );
  now += 1;
  work.push(closePeriod(deps, now));
  Deno.stdout.writeSync(new TextEncoder().encode("closing\n"));
  await Promise.all(work);
}
