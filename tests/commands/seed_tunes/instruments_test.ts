import { strict as assert } from "node:assert";
import { frequencyOf, readNote } from "../../../server/commands/seed_tunes/score.ts";
import {
  pluckBass,
  pluckString,
  SAMPLE_RATE,
  sine,
  strikeDrum,
  strikeKey,
} from "../../../server/commands/seed_tunes/instruments.ts";
import { loudnessOf } from "../../../server/commands/seed_tunes/mix.ts";
import { createChance } from "../../../server/music/demo/chance.ts";

const chance = () => createChance("a test");

const TUNED: [name: string, notes: string[], play: (hz: number) => Float32Array][] = [
  ["pluckString", ["d3", "a3", "f#4", "bb4", "g5"], (hz) => pluckString(hz, 1, chance())],
  ["strikeKey", ["f3", "c4", "a4", "eb5", "g5"], (hz) => strikeKey(hz, 1)],
  ["pluckBass", ["a1", "d2", "g2"], (hz) => pluckBass(hz, 1)],
];

for (const [name, notes, play] of TUNED) {
  for (const note of notes) {
    Deno.test(`${name} plays ${note} in tune, to 5 cents, and begins and ends softly`, () => {
      const wanted = frequencyOf(readNote(note));
      const sound = play(wanted);
      const cents = 1200 * Math.log2(pitchOf(sound, wanted) / wanted);
      assert.ok(Math.abs(cents) < 5, `${cents} cents`);
      assertSoftEnds(sound);
    });
  }
}

for (const letter of "stdk") {
  Deno.test(`strikeDrum '${letter}' can be heard, and begins and ends softly`, () => {
    const sound = strikeDrum(letter, chance());
    assert.ok(Math.max(...sound.map(Math.abs)) > 0.1);
    assertSoftEnds(sound);
  });
}

Deno.test("loudnessOf a sine of 997 Hz in one channel is -3.0 LUFS, and 20 dB less if it is a tenth as loud", () => {
  const tone = (gain: number) =>
    Float32Array.from({ length: 2 * SAMPLE_RATE }, (_, i) => gain * sine(997 * i / SAMPLE_RATE));
  const right = new Float32Array(2 * SAMPLE_RATE);
  assert.ok(Math.abs(loudnessOf({ left: tone(1), right }) + 3.01) < 0.05);
  assert.ok(Math.abs(loudnessOf({ left: tone(0.1), right }) + 23.01) < 0.05);
  assert.equal(loudnessOf({ left: right, right }), -Infinity);
});

Deno.test("readNote knows middle C, sharps and flats", () => {
  assert.deepEqual(["c4", "a4", "f#4", "bb4"].map(readNote), [60, 69, 66, 70]);
  assert.equal(frequencyOf(69), 440);
});

function assertSoftEnds(sound: Float32Array): void {
  assert.ok(Math.abs(sound[0]!) < 0.01 && Math.abs(sound.at(-1)!) < 0.01);
}

/** The pitch in Hz near `wanted`, by autocorrelation over half a second, between samples by a parabola. */
function pitchOf(sound: Float32Array, wanted: number): number {
  const period = SAMPLE_RATE / wanted;
  const [from, length] = [SAMPLE_RATE / 5, SAMPLE_RATE / 2];
  // Over several periods, so that a part of a sample counts less.
  const periods = Math.max(1, Math.floor(2000 / period));
  const likeness = (lag: number) => {
    let sum = 0;
    for (let i = from; i < from + length; i++) sum += sound[i]! * sound[i + lag]!;
    return sum;
  };
  const middle = Math.round(period * periods);
  const reach = Math.ceil(period / 3);
  const lags = Array.from({ length: 2 * reach + 1 }, (_, i) => middle - reach + i);
  const best = lags.map((lag) => ({ lag, sum: likeness(lag) }))
    .reduce((a, b) => b.sum > a.sum ? b : a);
  const [before, after] = [likeness(best.lag - 1), likeness(best.lag + 1)];
  const top = best.lag + (before - after) / (2 * (before - 2 * best.sum + after));
  return SAMPLE_RATE * periods / top;
}
