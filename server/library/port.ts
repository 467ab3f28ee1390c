// What the rest of the server asks of the cafe's own files (docs/library.md).
import type { BackgroundJob } from "../background.ts";
import type { Library as LibraryStatus } from "../contract/library.ts";
import type { LibraryTrack } from "./track.ts";

/** For the owner of a cafe that may not use the folder, too: of another cafe nothing is told. */
export const NO_FOLDER =
  "Müzik klasörü ayarlanmamış. Sıradaki'yi kuran kişi klasörü MUSIC_DIR ayarına yazıp programı yeniden başlatmalı.";

/** An open file, which the caller closes. */
export interface OpenSong {
  file: Deno.FsFile;
  size: number;
  /** In epoch ms. */
  modifiedAt: number;
  /** Its media type. */
  type: string;
}

/** A picture that is kept. */
export interface Cover {
  /** Its media type. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Another one has another. */
  etag: string;
}

export interface Library {
  /** Whether MUSIC_DIR names a folder, or there has been one of its own name since the start. */
  readonly isSetUp: boolean;
  /** Whether the cafe may use the folder: it is set up and belongs to the cafe, or MUSIC_CAFES names the cafe. */
  mayUse(ownerId: string): Promise<boolean>;
  /** Whether the cafe may choose the folder: it may use it, or it is set up and free. */
  mayChoose(ownerId: string): Promise<boolean>;
  /** Makes the folder the cafe's if it is free. @throws DomainError `source_not_ready` if the cafe may not use it then */
  take(ownerId: string): Promise<void>;
  /** Reads the folder now and every minute, until it is stopped. */
  start(): BackgroundJob;
  /** Reads the folder now, in the background. @throws DomainError `source_not_ready` without a folder */
  scan(): void;
  /**
   * Reads the folder once, and does not wait for files to rest: for a folder that this program has just filled. A
   * folder that cannot be read is logged.
   */
  readNow(): Promise<void>;
  /** Resolves when nothing is being read. Files that a look has found are read five seconds later, by the timer. */
  idle(): Promise<void>;
  status(): Promise<LibraryStatus>;
  /** At most `max` songs whose files are there, best match first. */
  search(term: string, max: number): Promise<LibraryTrack[]>;
  find(id: number): Promise<LibraryTrack | undefined>;
  /** Opens the song's file, undefined if it is missing or leads out of the folder. */
  open(id: number): Promise<OpenSong | undefined>;
  /** The song's cover, undefined if it has none, or the folder belongs to no cafe. */
  readCover(id: number): Promise<Cover | undefined>;
}
