// A song of the cafe's own files.

export interface LibraryTrack {
  id: number;
  title: string;
  artist: string;
  album: string;
  durationMs: number;
  isExplicit: boolean;
  hasCover: boolean;
  /** By how much to change its loudness, in dB. */
  gainDb: number;
  /** Of its file, in lower case and without the dot; empty if the name has none. */
  extension: string;
  /** Whether its file is not in the folder at present. */
  isMissing: boolean;
}
