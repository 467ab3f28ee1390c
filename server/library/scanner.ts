// Reads the folder in the background (docs/library.md#reading-the-folder).
import { getLogger } from "@logtape/logtape";
import { changeFiles, type FileChanges } from "../../db/music/library.ts";
import type { BackgroundJob } from "../background.ts";
import { MINUTE_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { type Found, type FoundFile, type MusicFolder, walk } from "./folder.ts";
import { compare, isUnchanged, readFiles } from "./read_files.ts";

/** Then nothing has to be compared with what is known of the files. */
function isSame(before: Found, now: Found): boolean {
  return before.files.size === now.files.size && before.covered.size === now.covered.size &&
    before.unreadable.length === now.unreadable.length &&
    [...now.covered].every((folder) => before.covered.has(folder)) &&
    now.files.values().every((file) => {
      const known = before.files.get(file.path);
      return known !== undefined && isUnchanged(known, file);
    });
}

const log = getLogger(["siradaki", "library"]);

interface NewsParts extends Pick<Deps, "db" | "now"> {
  folder: MusicFolder;
  /** Aborts when looks are to end. */
  signal: AbortSignal;
  /** Called after each commit that changes songs. */
  changed: () => void;
}

/** Files to be read, and the folders that have a picture for all their songs. */
interface News {
  /** The files to read, of which there is at least one. */
  toRead: FoundFile[];
  covered: Set<string>;
}

interface NewsFinder {
  /** Undefined if there is nothing to read. `isAnew`: also files that are known are to be read. */
  find(how?: { isAnew: boolean }): Promise<News | undefined>;
  /** Compares every file at the next look, even if nothing has changed since the last one. */
  forget(): void;
}

function createNewsFinder({ db, now, folder, signal, changed }: NewsParts): NewsFinder {
  /** What the folder had when everything in it was known. */
  let settled: Found | undefined;
  let lastWarning: string | undefined;

  return {
    async find(how) {
      if (!folder.isSetUp) return;
      const found = await walk(folder.path, signal).catch((error) => {
        signal.throwIfAborted();
        warn(`it cannot be read (${error})`);
      });
      if (!found || settled && isSame(settled, found)) return;
      const { changes, toRead, isEmptied } = await compare(db, found, how);
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

const LOOK_EVERY_MS = MINUTE_MS;
/** How long a file must rest before it is read: one that is being copied grows. */
const REST_MS = 5_000;

interface ScannerParts extends Pick<Deps, "db" | "now" | "timer"> {
  folder: MusicFolder;
  /** Called after each commit that changes songs. */
  changed: () => void;
}

/** How many of the new and changed files were read. */
interface Progress {
  done: number;
  total: number;
}

interface Scanner {
  /** Looks at the folder now and every minute. */
  start(): BackgroundJob;
  /** Looks at the folder now, unless files are being read. `isAnew`: reads also what is known. */
  scan(how?: { isAnew: boolean }): void;
  /** Looks at the folder, and reads at once what a look would leave to rest. */
  readNow(): Promise<void>;
  /** Does `forget`, which makes all songs missing, now and once what is being read has been read. */
  forgetAll(forget: () => Promise<void>): Promise<void>;
  /** Resolves when nothing is being read. Files that were found are read after their rest. */
  idle(): Promise<void>;
  /** Null while nothing is to be read. */
  progress(): Progress | null;
}

export function createScanner({ db, now, timer, folder, changed }: ScannerParts): Scanner {
  const stopping = new AbortController();
  const { signal } = stopping;
  const newsFinder = createNewsFinder({ db, now, folder, signal, changed });
  let progress: Progress | null = null;
  let cancelLook = () => {};
  let cancelReading = () => {};
  /** One look or reading at a time. */
  let work: Promise<void> = Promise.resolve();

  return {
    start() {
      const loop = () => {
        if (!progress) enqueue(() => look());
        cancelLook = timer.at(now() + LOOK_EVERY_MS, loop);
      };
      loop();
      return {
        async stop() {
          stopping.abort();
          cancelLook();
          cancelReading();
          await work;
        },
      };
    },
    scan(how) {
      if (progress) return;
      progress = { done: 0, total: 0 };
      newsFinder.forget();
      enqueue(() => look(how));
    },
    async readNow() {
      enqueue(async () => {
        cancelReading();
        newsFinder.forget();
        const news = await findNews();
        if (news) await read(news);
      });
      await work;
    },
    async forgetAll(forget) {
      cancelReading();
      await forget();
      changed();
      // A look that is under way may have found songs again that are gone now.
      enqueue(async () => {
        progress = null;
        newsFinder.forget();
        await forget();
        changed();
      });
    },
    async idle() {
      for (let last; last !== work;) await (last = work);
    },
    progress: () => progress && { ...progress },
  };

  function enqueue(step: () => Promise<void>): void {
    work = work.then(step).catch((error) => {
      progress = null;
      if (!signal.aborted) {
        log.error("Cannot read the music folder, will look again in a minute: {error}", { error });
      }
    });
  }

  async function look(how?: { isAnew: boolean }): Promise<void> {
    const news = await findNews(how);
    if (news) cancelReading = timer.at(now() + REST_MS, () => enqueue(() => read(news)));
  }

  async function findNews(how?: { isAnew: boolean }): Promise<News | undefined> {
    const news = await newsFinder.find(how);
    progress = news ? { done: 0, total: news.toRead.length } : null;
    return news;
  }

  async function read({ toRead, covered }: News): Promise<void> {
    const parts = { db, now, root: folder.path, covered, signal, changed };
    await readFiles(parts, toRead, () => {
      if (progress) progress.done++;
    });
    progress = null;
  }
}
