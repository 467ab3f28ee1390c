// The project's own tunes, for a machine without music.

export interface SeedTune {
  title: string;
  artist: string;
  /** The name of its file in the folder. */
  fileName: string;
  /** Makes the file. The project's own take half a second each. */
  file(): Uint8Array;
}

/** The project's own tunes. The code that renders them is loaded here alone, so `serve` does without it. */
export async function ownTunes(): Promise<SeedTune[]> {
  const { TUNES } = await import("./seed_tunes/tunes.ts");
  const { tuneFile, tuneFileName } = await import("./seed_tunes/tune_file.ts");
  return TUNES.map((tune) => ({
    title: tune.title,
    artist: tune.artist,
    fileName: tuneFileName(tune),
    file: () => tuneFile(tune),
  }));
}
