// Lighthouse on the two pages that people see first. What it finds on every run is held in the ordinary form too: by axe on
// each screen (looks_test.ts, accessible_test.ts), by the policies and the bytes of each page, and by what a page tells
// search engines (tests/pages/pages_test.ts).
import { strict as assert } from "node:assert";
import { openCafe } from "./chromium/evening.ts";
import { measure } from "./chromium/lighthouse.ts";
import { buildClient } from "../support/start/built.ts";
import { servedApp } from "../support/start/served_app.ts";
import { runningClock } from "../support/time/clock.ts";

/** The performance that a page has. Other work on the machine lowers what is measured. */
const AIM = 98;
/** If the aim is missed, the median of three measurements must be at least this. */
const MIN_PERFORMANCE = 90;

for (const page of ["/", "/cafe/{id}"]) {
  Deno.test(`Lighthouse gives ${page} full marks on a phone`, async () => {
    await buildClient();
    await using server = await servedApp({}, { clock: runningClock() });
    const cafe = await openCafe(server);
    for (const tip of [5, 10, 20, 50]) await cafe.queueSong({ tipAmount: tip, albumArt: "" });
    const url = server.origin + page.replace("{id}", cafe.cafeId);

    const { scores, findings } = await measure(url, [
      ...["performance", "accessibility", "best-practices", "seo"] as const,
    ]);
    const { performance: _, ...quality } = scores;
    assert.deepEqual(
      quality,
      { accessibility: 100, "best-practices": 100, seo: 100 },
      findings.join("\n"),
    );
    const speeds = [scores.performance!];
    const fast = () => speeds.filter((speed) => speed >= MIN_PERFORMANCE).length;
    while (speeds[0]! < AIM && speeds.length < 3 && fast() < 2) {
      speeds.push((await measure(url, ["performance"])).scores.performance!);
    }
    console.log(`${page}: performance ${speeds.join(", ")} of 100, the aim is ${AIM}`);
    assert.ok(
      speeds[0]! >= AIM || fast() >= 2,
      `performance ${speeds.join(", ")}: ${findings.join("\n")}`,
    );
  });
}
