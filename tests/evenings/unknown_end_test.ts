// The record of an evening at a cafe whose songs have no length, of which nothing tells when they end (docs/evenings.md#hours).
import { strict as assert } from "node:assert";
import { writeMorningLetters } from "../../server/evenings/letter.ts";
import { type ManualCafe, manualCafe } from "../support/music/manual_cafe.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { eveningOf } from "../support/people/evenings.ts";
import { lettersOf } from "../support/people/letters.ts";
import { logInAgain } from "../support/people/logins.ts";
import { decide, submit } from "../support/people/requests.ts";

const at = (text: string) => Date.parse(`${text}+03:00`);
const FRIDAY = "2026-11-20";

/** Two songs: at 20:00, and four minutes later. */
async function friday({ app, owner }: ManualCafe): Promise<void> {
  app.clock.set(at(`${FRIDAY}T19:58`));
  owner.token = await logInAgain(app, owner.ownerId);
  for (const songTitle of ["Git", "Gülpembe"]) {
    const song = { uri: "manual:", songTitle, artist: "Koro", albumArt: "" };
    const { _id } = await submit(app, owner.ownerId, song);
    await decide(app, owner.token, _id, "approved");
  }
  for (const time of ["20:00", "20:04"]) {
    app.clock.set(at(`${FRIDAY}T${time}`));
    assert.equal((await playNext(app, owner.token)).status, 200);
  }
}

Deno.test("the last song of a cafe whose music tells no end is heard for 15 minutes at most, and for how long is left open in the list of works", async () => {
  await using cafe = await manualCafe();
  const { app, owner } = cafe;
  await friday(cafe);
  const heard = async () =>
    (await eveningOf(app, owner, FRIDAY)).halfHours
      .filter(({ guestSeconds }) => guestSeconds > 0)
      .map(({ from, guestSeconds }) => [from, guestSeconds]);
  app.clock.set(at(`${FRIDAY}T20:10`));
  assert.deepEqual(await heard(), [["20:00", 10 * 60]]);
  app.clock.set(at("2026-11-23T20:10"));
  assert.deepEqual(await heard(), [["20:00", 19 * 60]]);
  const csv = await app.call("GET", `/api/plays.csv?from=${FRIDAY}&to=${FRIDAY}`, owner);
  const seconds = (await csv.text()).trim().split("\r\n").slice(1).map((row) => row.split(";")[6]);
  assert.deepEqual(seconds, ["240", ""]);
});

Deno.test("whether the music stopped is not known of songs without a length, on the page and in the letter", async () => {
  await using cafe = await manualCafe();
  const { app, owner } = cafe;
  await friday(cafe);
  assert.equal((await eveningOf(app, owner, FRIDAY)).gaps, null);
  await app.ok("PUT", "/api/evenings/letter", { ...owner, body: { on: true } });
  app.clock.set(at("2026-11-21T10:00"));
  await writeMorningLetters(app.deps);
  const letter = (await lettersOf(app, owner.email)).at(-1);
  assert.match(letter!, /Müzik durdu mu\?\s+Sessizlik: Bilinmiyor/);
});
