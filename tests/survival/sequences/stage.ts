// The app in which sequences run one after another. A new one comes after some, so that its tables stay small.
import { libraryApp } from "../../support/music/library_cafe.ts";
import { type MemoryLibrary, memoryLibrary } from "../../support/music/memory_library.ts";
import type { TestApp } from "../../support/start/test_app.ts";
import { openWorld, type World } from "./world.ts";

const SONGS = 5;
/** Together they stay within the evening, so that no week ends by itself. */
const SEQUENCES = 20;

export class Stage implements AsyncDisposable {
  app?: TestApp;
  #library?: MemoryLibrary;
  #count = 0;

  /** New cafes, and no money or requests yet. */
  async open(): Promise<World> {
    if (this.#count++ % SEQUENCES === 0) {
      await this[Symbol.asyncDispose]();
      this.#library = memoryLibrary();
      this.app = await libraryApp(this.#library);
      await this.#library.fill(this.app.deps.db, SONGS);
    }
    return await openWorld(this.app!, this.#library!);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app?.[Symbol.asyncDispose]();
    await this.#library?.[Symbol.asyncDispose]();
    this.app = undefined;
  }
}
