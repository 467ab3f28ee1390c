// The dashboard of a cafe while its guests ask for songs; the test tells it of each change.
import type { TestApp } from "../../support/start/test_app.ts";
import { testApp } from "../../support/start/test_app.ts";
import { createOwner } from "../../support/people/factories.ts";
import { submit } from "../../support/people/requests.ts";
import { pageText, settle, texts, until } from "./page.ts";
import { openWholePanel, type WholePanel } from "./whole_panel.ts";

export interface OpenDashboard extends AsyncDisposable {
  app: TestApp;
  panel: WholePanel;
  /** A guest asks for a song, without telling the dashboard. */
  submit(songTitle: string): Promise<void>;
  /** A guest asks for a song, and the dashboard is told at once. */
  ask(songTitle: string): Promise<void>;
  /** What the server would answer now to a call for the lists. */
  lists(): Promise<Response>;
}

/** The dashboard of a cafe whose guests have asked for `songs`, once it hears every change. */
export async function openDashboard(songs: string[]): Promise<OpenDashboard> {
  await using opening = new AsyncDisposableStack();
  const app = opening.use(await testApp());
  const { ownerId, token } = await createOwner(app.deps);
  const ask = async (songTitle: string) => {
    // The lists are in the order of the time.
    app.clock.pass(1);
    await submit(app, ownerId, { songTitle });
  };
  for (const song of songs) await ask(song);
  const panel = opening.use(await openWholePanel(app, "/panel/dashboard", token));
  // The refresh that a new connection leads to is over once it shows the cafe's new name.
  const profile = { name: "Kafe Dinliyor", iban: "", accountHolderName: "" };
  await app.call("POST", "/api/cafes", { token, body: profile });
  let revision = 1;
  await panel.hear({ type: "ready", revision });
  await until(() => pageText().includes(profile.name));
  await settle();
  const opened = opening.move();
  return {
    app,
    panel,
    submit: ask,
    async ask(songTitle) {
      await ask(songTitle);
      await panel.hear({ type: "queue_updated", ownerId, revision: ++revision });
    },
    lists: () => app.call("GET", "/api/requests", { token }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The titles of the requests that wait for a decision, as the screen shows them. */
export function pending(): string[] {
  const list = document.querySelector("[aria-labelledby=pending-heading]")!;
  return texts(".song-title", list);
}
