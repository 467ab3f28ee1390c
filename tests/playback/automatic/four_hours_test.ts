// Four hours of a full cafe in simulated time: what is heard is what the rules say, to the song and to the kuruş.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { ledger } from "../../../db/schema/money.ts";
import { plays, songRequests } from "../../../db/schema/requests.ts";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { assertLedgerAgrees } from "../../support/db/ledger_invariants.ts";
import { type AutomaticEvening, automaticEvening } from "../../support/music/automatic_evening.ts";
import { planEvening } from "../../support/music/guests_and_owner.ts";
import { FAULTS, type Incident, PEOPLE } from "../../support/music/incidents.ts";
import { type Heard, playEvening } from "../../support/music/long_evening.ts";
import { greatestWindow } from "../../support/music/web_api_calls.ts";
import { type Seeded, seeded } from "../../support/people/seeded.ts";
import { queueOf } from "../../support/people/requests.ts";
import { rounds } from "../../support/time/effort.ts";

const HOUR = 3600;
/** Shorter songs than the catalogue's, so that all that are approved fit into the evening. */
const LENGTH = { factor: 0.45 };

for (let seed = 1; seed <= rounds(1, 20); seed++) {
  Deno.test(`four hours, 40 guests, 120 requests, 6 faults and 3 people at the player: each approved song once, in order (seed ${seed})`, async () => {
    const random = seeded(seed);
    await using evening = await automaticEvening([], {
      withPlaylist: true,
      songLength: LENGTH,
      seed: `${seed}`,
      random: () => random.upTo(1000) / 1000,
    });
    const people = chosen(random, PEOPLE, 3);
    const heard = await playEvening(evening, {
      seconds: 4 * HOUR,
      deeds: planEvening(random, { guests: 40, requests: 120, untilS: 3.4 * HOUR }),
      incidents: chosen(random, [...chosen(random, FAULTS, 6), ...people], 9),
      random,
      isPerson: (incident) => people.includes(incident),
    });
    await assertAsExpected(evening, heard);
  });
}

async function assertAsExpected(evening: AutomaticEvening, heard: Heard): Promise<void> {
  const { app, account, owner } = evening;
  const { expected, silences, skipped, spans } = heard;
  const at = (ms: number) => new Date(ms).toISOString().slice(11, 19);
  const what = spans.map(({ name, from, until }) => `${name} (${at(from)} - ${at(until)})`).join(
    ", ",
  );
  assert.equal(spans.length, 9, what);
  assert.deepEqual(silences, [], what);
  assert.deepEqual([...expected.mistakes, ...expected.cutShort(lengthOf)], [], what);
  assert.equal(expected.first(), undefined, "every approved song was heard");
  assert.deepEqual(await queueOf(app, owner.ownerId), []);

  const { read } = app.deps.db;
  const songs = expected.begun.flatMap(({ song }) => song ?? []);
  const recorded = await read.select().from(plays)
    .innerJoin(songRequests, eq(songRequests.id, plays.requestId));
  const begun = recorded.filter((row) => row.plays.startedAt !== null)
    .sort((a, b) => a.plays.startedAt! - b.plays.startedAt!);
  assert.deepEqual(begun.map((row) => row.plays.requestId), songs.map(({ id }) => id), what);

  const rows = await read.select().from(ledger);
  const earned = songs.filter(({ id }) => !skipped.includes(id));
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  assert.equal(sum(rows.map((row) => row.amountKurus)), sum(earned.map(({ tip }) => tip * 100)));
  assert.equal(rows.filter(({ kind }) => kind === "tip").length, songs.length);
  await assertLedgerAgrees(app.deps);
  assert.ok(greatestWindow(account) <= 30, `${greatestWindow(account)} calls in 30 s`);
}

function lengthOf(uri: string): number {
  return SONGS.find((song) => song.uri === uri)!.durationMs * LENGTH.factor;
}

/** `count` of `all`, in any order. */
function chosen(random: Seeded, all: Incident[], count: number): Incident[] {
  const left = [...all];
  return Array.from({ length: count }, () => left.splice(random.upTo(left.length), 1)[0]!);
}
