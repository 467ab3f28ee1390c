// Reads the folder in the background (docs/library.md#reading-the-folder).
import { getLogger } from "@logtape/logtape";
import type { BackgroundJob } from "../background.ts";
import type { Deps } from "../deps.ts";
import type { MusicFolder } from "./music_folder.ts";
import { createNewsFinder, type News } from "./news.ts";
import { readFiles } from "./read_files.ts";

const LOOK_EVERY_MS = 60_000;
/** How long a file must rest before it is read: one that is being copied grows. */
const REST_MS = 5_000;

const log = getLogger(["siradaki", "library"]);

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

export interface Scanner {
  /** Looks at the folder now and every minute. */
  start(): BackgroundJob;
  /** Looks at the folder now, unless files are being read. */
  scan(): void;
  /** Looks at the folder, and reads at once what a look would leave to rest. */
  readNow(): Promise<void>;
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
        if (!progress) enqueue(look);
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
    scan() {
      if (progress) return;
      progress = { done: 0, total: 0 };
      newsFinder.forget();
      enqueue(look);
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

  async function look(): Promise<void> {
    const news = await findNews();
    if (news) cancelReading = timer.at(now() + REST_MS, () => enqueue(() => read(news)));
  }

  async function findNews(): Promise<News | undefined> {
    const news = await newsFinder.find();
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
