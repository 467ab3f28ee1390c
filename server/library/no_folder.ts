// The library of a server without MUSIC_DIR: it has no songs, and says so.
import { DomainError } from "../errors.ts";
import type { Library } from "./port.ts";

export const NO_FOLDER: Library = {
  isSetUp: false,
  start: () => ({ stop: () => Promise.resolve() }),
  scan() {
    throw new DomainError("source_not_ready");
  },
  idle: () => Promise.resolve(),
  status: () => Promise.resolve({ songs: 0, scanning: null, skipped: [] }),
  search: () => Promise.resolve([]),
  find: () => Promise.resolve(undefined),
  open: () => Promise.resolve(undefined),
  readCover: () => Promise.resolve(undefined),
};
