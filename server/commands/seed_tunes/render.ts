// Renders a tune: its notes, the room, the fade at the end, and the loudness.
import { type Chance, createChance } from "../../music/demo/chance.ts";
import { arrange, type Sound } from "./score/arrange.ts";
import { frequencyOf } from "./score/pitch.ts";
import type { Tune } from "./score/tune.ts";
import { strikeDrum } from "./sound/drums.ts";
import { strikeKey } from "./sound/electric_piano.ts";
import { loudnessOf } from "./sound/loudness.ts";
import { pluckString } from "./sound/plucked_string.ts";
import { addRoom } from "./sound/room.ts";
import { pluckBass } from "./sound/soft_bass.ts";
import { amplify, fadeOut, mixIn, silence, type Stereo } from "./sound/stereo.ts";

/** The loudness that players take as the normal one (ReplayGain 2). */
const LOUDNESS_LUFS = -18;
const FADE_SECONDS = 2.6;

/**
 * The tune as sound. The same tune always gives the same samples.
 * @throws TypeError or RangeError if the tune is written wrongly
 */
export function render(tune: Tune): Stereo {
  const { sounds, seconds } = arrange(tune);
  const chance = createChance(`${tune.title}, played`);
  const stereo = silence(seconds);
  for (const sound of sounds) mixIn(stereo, play(sound, chance), sound);
  addRoom(stereo);
  fadeOut(stereo, FADE_SECONDS);
  amplify(stereo, 10 ** ((LOUDNESS_LUFS - loudnessOf(stereo)) / 20));
  return stereo;
}

function play({ instrument, what, length }: Sound, chance: Chance): Float32Array {
  if (typeof what === "string") return strikeDrum(what, chance);
  const frequency = frequencyOf(what);
  if (instrument === "bass") return pluckBass(frequency, length);
  if (instrument === "piano") return strikeKey(frequency, length);
  return pluckString(frequency, length, chance);
}
