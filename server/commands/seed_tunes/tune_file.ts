// A tune as a file.
import { drawCover } from "./file/cover.ts";
import type { Bytes } from "./file/bytes.ts";
import { wavFile } from "./file/wav_file.ts";
import { render } from "./render.ts";
import type { Tune } from "./score/tune.ts";

/** The name of the tune's file, such as `Sıradaki Orkestrası - Sabah Çayı.wav`. */
export function tuneFileName({ artist, title }: Tune): string {
  return `${artist} - ${title}.wav`;
}

/** The tune as a WAV file with its tags and its cover. The same tune always gives the same sound. */
export function tuneFile(tune: Tune): Bytes {
  return wavFile(render(tune), { ...tune, cover: drawCover(tune.cover) });
}
