// Songs that cannot be played, on the dashboard, with the server behind it.
import { strict as assert } from "node:assert";
import { sql } from "drizzle-orm";
import { openDashboard } from "../../../support/dom/dashboard.ts";
import { assertFocused, button, click, until } from "../../../support/dom/page.ts";
import { toldText } from "../../../support/dom/whole_panel.ts";

Deno.test("a song is below the queue while it cannot be played, returns to the queue, and can be removed and brought back", async () => {
  await using dashboard = await openDashboard(["Bir", "İki"]);
  const { db } = dashboard.app.deps;
  for (const song of ["Bir", "İki"]) await click(button(`Onayla: ${song}`));
  await until(() => queued().length === 2);
  await db.write((d) => [d.run(sql`update song_requests set unplayable_at = 1, tries = 3`)]);
  await dashboard.ask("Üç");
  await until(() => unplayable().length === 2);
  assert.deepEqual(queued(), []);
  assert.deepEqual(unplayable(), ["Bir", "İki"]);

  button("Sıraya geri koy: Bir").focus();
  await click(button("Sıraya geri koy: Bir"));
  await until(() => queued().length === 1);
  assert.deepEqual([queued(), unplayable()], [["Bir"], ["İki"]]);
  assertFocused(button("Sıraya geri koy: İki"));

  button("Sil: İki").focus();
  await click(button("Sil: İki"));
  await until(() => unplayable().length === 0);
  assertFocused(document.getElementById("queue-heading")!);
  assert.match(toldText(), /'İki' silindi\.Geri al/);
  await click(button("Geri al"));
  await until(() => unplayable().length === 1);
  assert.deepEqual(queued(), ["Bir"]);
});

function queued(): string[] {
  return titles("queue-heading");
}

function unplayable(): string[] {
  return titles("unplayable-heading");
}

function titles(heading: string): string[] {
  return [...document.querySelectorAll(`section[aria-labelledby=${heading}] .song-title`)]
    .map(({ textContent }) => textContent);
}
