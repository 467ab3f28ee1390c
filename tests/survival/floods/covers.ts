// A folder of songs with the largest covers that there may be.
import { join } from "node:path";
import { mp3, png } from "../../support/music/audio_files.ts";
import { until } from "../../support/time/until.ts";

/** Each song has one of its own. */
export const COVERS = 40;
const COVER_BYTES = 5_000_000;

/** Makes the folder, as old as a folder whose files are read at once. The caller removes it. */
export async function prepareCovers(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "siradaki-covers-" });
  const song = mp3({ id3: { pictures: [[3, png(COVER_BYTES)]] } });
  for (let i = 1; i <= COVERS; i++) {
    const file = join(folder, `${i}.mp3`);
    await Deno.writeFile(file, song);
    await Deno.utime(file, 1_700_000_000, 1_700_000_000);
  }
  return folder;
}

/** Resolves when the server has read the folder. */
export async function coversAreRead(origin: string): Promise<void> {
  await until(async () => {
    const { status, body } = await fetch(`${origin}/api/library/covers/${COVERS}`);
    await body?.cancel();
    return status === 200;
  });
}
