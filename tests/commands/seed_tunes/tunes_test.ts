import { strict as assert } from "node:assert";
import { peakOf, render, tuneFileName } from "../../../server/commands/seed_tunes/tune_file.ts";
import { arrange } from "../../../server/commands/seed_tunes/score.ts";
import { loudnessOf } from "../../../server/commands/seed_tunes/mix.ts";
import { SAMPLE_RATE } from "../../../server/commands/seed_tunes/instruments.ts";
import { TUNES } from "../../../server/commands/seed_tunes/tunes.ts";

Deno.test("there are six tunes of three artists, each with a file name of its own", () => {
  assert.equal(TUNES.length, 6);
  assert.equal(new Set(TUNES.map(({ artist }) => artist)).size, 3);
  assert.equal(new Set(TUNES.map(tuneFileName)).size, 6);
});

for (const tune of TUNES) {
  Deno.test(`render '${tune.title}': 20 to 30 s, of normal loudness, without a cut peak or a click at its ends`, () => {
    const stereo = render(tune);
    const { left, right } = stereo;
    const seconds = left.length / SAMPLE_RATE;
    assert.ok(seconds >= 20 && seconds <= 30, `${seconds} s`);
    assert.equal(right.length, left.length);
    assert.ok(Math.abs(loudnessOf(stereo) + 18) < 0.1, `${loudnessOf(stereo)} LUFS`);
    const peak = peakOf(stereo);
    assert.ok(peak > 0.3 && peak < 0.9, `peak ${peak}`);
    for (const channel of [left, right]) {
      const ends = [...channel.subarray(0, 100), ...channel.subarray(-100)];
      assert.ok(Math.max(...ends.map(Math.abs)) < 1e-4);
      // A direct current would be heard as a click where the tune begins.
      const mean = channel.reduce((sum, value) => sum + value, 0) / channel.length;
      assert.ok(Math.abs(mean) < 0.002, `mean ${mean}`);
    }
  });
}

Deno.test("render gives the same samples for the same tune, and others for another", async () => {
  const [first, second] = [TUNES[0]!, TUNES[1]!];
  const digest = await digestOf(first);
  assert.equal(await digestOf(first), digest);
  assert.notEqual(await digestOf(second), digest);
});

Deno.test("arrange refuses a melody that is not as long as its chords, and unknown notes, chords and strokes", () => {
  const tune = TUNES[0]!;
  assert.throws(() => arrange({ ...tune, chords: "Gm7 D7" }), RangeError);
  assert.throws(() => arrange({ ...tune, chords: tune.chords.replace("Gm7", "Hm7") }), TypeError);
  const phrase = (notes: string) => ({ ...tune, melody: [{ by: "piano" as const, notes }] });
  assert.throws(() => arrange(phrase("a4:7")), RangeError);
  assert.throws(() => arrange(phrase("h4:8")), TypeError);
  assert.throws(() => render({ ...tune, drums: "z......." }), TypeError);
});

async function digestOf(tune: (typeof TUNES)[number]): Promise<string> {
  const { left, right } = render(tune);
  const samples = Int16Array.from([...left, ...right].map((value) => Math.round(value * 32767)));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", samples)).toHex();
}
