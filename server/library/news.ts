// A look at the folder: records what needs no reading, and finds the files that do
// (docs/library.md#reading-the-folder).
import { getLogger } from "@logtape/logtape";
import { changeFiles, type FileChanges } from "../../db/library_files.ts";
import type { Deps } from "../deps.ts";
import { compare } from "./compare.ts";
import type { MusicFolder } from "./music_folder.ts";
import { isSame } from "./same.ts";
import { type Found, type FoundFile, walk } from "./walk.ts";

const log = getLogger(["siradaki", "library"]);

interface NewsParts extends Pick<Deps, "db" | "now"> {
  folder: MusicFolder;
  /** Aborts when looks are to end. */
  signal: AbortSignal;
  /** Called after each commit that changes songs. */
  changed: () => void;
}

/** Files to be read, and the folders that have a picture for all their songs. */
export interface News {
  /** At least one. */
  toRead: FoundFile[];
  covered: Set<string>;
}

export interface NewsFinder {
  /** Undefined if there is nothing to read. */
  find(): Promise<News | undefined>;
  /** Compares every file at the next look, even if nothing has changed since the last one. */
  forget(): void;
}

export function createNewsFinder({ db, now, folder, signal, changed }: NewsParts): NewsFinder {
  /** What the folder had when everything in it was known. */
  let settled: Found | undefined;
  let lastWarning: string | undefined;

  return {
    async find() {
      if (!folder.isSetUp) return;
      const found = await walk(folder.path, signal).catch((error) => {
        signal.throwIfAborted();
        warn(`it cannot be read (${error})`);
      });
      if (!found || settled && isSame(settled, found)) return;
      const { changes, toRead, isEmptied } = await compare(db, found);
      if (isEmptied) {
        warn("it has no songs any more");
        return;
      }
      lastWarning = undefined;
      if (hasAny(changes)) {
        await changeFiles(db, changes, now());
        changed();
      }
      settled = toRead.length === 0 ? found : undefined;
      return toRead.length > 0 ? { toRead, covered: found.covered } : undefined;
    },
    forget: () => settled = undefined,
  };

  /** Once for each reason, until the folder can be read again. */
  function warn(reason: string): void {
    if (reason === lastWarning) return;
    lastWarning = reason;
    log.warn("The music folder {path} stays as it was: {reason}", { path: folder.path, reason });
  }
}

function hasAny(changes: FileChanges): boolean {
  return Object.values(changes).some((list) => list.length > 0);
}
