// Lets a page believe that its cafe plays its own files, which need a folder and a player that a test rarely has.
import type { Page } from "playwright-core";
import type { Library } from "../../../server/contract/music.ts";
import type { MusicSettings } from "../../../server/contract/music_settings.ts";

export interface SourcesShown {
  /** The id of the source in use. */
  inUse?: string;
  /** What is missing for the cafe's own files. */
  missing?: string | null;
  fallback?: MusicSettings["fallback"]["kind"];
}

/** Shows the three sources, of which the cafe's own files are in use and ready unless `shown` says otherwise. */
export async function showSources(page: Page, shown: SourcesShown = {}): Promise<void> {
  const { inUse = "library", missing = null, fallback = "none" } = shown;
  const settings: MusicSettings = {
    source: inUse,
    sources: [
      { id: "spotify", label: "Spotify", ready: false, reason: "Spotify hesabı bağlı değil." },
      {
        id: "library",
        label: "Kafenin kendi dosyaları",
        ready: missing === null,
        reason: missing,
      },
      { id: "manual", label: "Başka bir müzik sistemi", ready: true, reason: null },
    ],
    fallback: { kind: fallback },
  };
  await page.route("**/api/music", (route) => route.fulfill({ json: settings }));
  await page.route("**/api/cafes/me", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), source: inUse } });
  });
}

const EMPTY: Library = {
  songs: 0,
  scanning: null,
  skipped: [],
  folder: "/var/lib/siradaki/music",
  canAdd: true,
};

/** Lets the folder be as `library` says, from now on. */
export async function showLibrary(page: Page, library: Partial<Library>): Promise<void> {
  const json: Library = { ...EMPTY, ...library };
  // Before the routes that there are, and in place of none: the page may ask at any moment.
  await page.route("**/api/library", (route) => route.fulfill({ json }));
}

/** Drops a file with this text on the place for the list of another system. */
export async function dropList(page: Page, text: string): Promise<void> {
  await page.locator(".list-upload").evaluate((place, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "liste.csv", { type: "text/csv" }));
    place.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, text);
}
