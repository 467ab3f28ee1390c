// Short files of silence in place of the tunes that `seed` copies, with titles of one word and lengths as a test needs.
import type { SeedTune } from "../../../server/commands/seed_music.ts";
import { wav } from "./audio_files.ts";

/** As many as the project's own. */
export const QUICK_TITLES = ["Bir", "İki", "Üç", "Dört", "Beş", "Altı"];

/** For `seedDemoCafe`. The first lasts `seconds`, each other one a second more. */
export function quickTunes(seconds = 2): SeedTune[] {
  const artist = "Sessizlik";
  return QUICK_TITLES.map((title, i) => ({
    title,
    artist,
    fileName: `${title}.wav`,
    read: () =>
      Promise.resolve(wav({ seconds: seconds + i, id3: { texts: { TIT2: title, TPE1: artist } } })),
  }));
}
