import { strict as assert } from "node:assert";
import { openCafe } from "../support/browser/evening.ts";
import { measure } from "../support/browser/lighthouse.ts";
import { buildClient } from "../support/start/build_client.ts";
import { servedApp } from "../support/start/served_app.ts";
import { runningClock } from "../support/time/clock.ts";

/** Performance is noisy: the median of three must be at least this, which two that are decide. The aim is higher. */
const MIN_PERFORMANCE = 90;
const AIM = 98;

for (const page of ["/", "/cafe/{id}"]) {
  Deno.test(`Lighthouse gives ${page} full marks on a phone`, async () => {
    await buildClient();
    await using server = await servedApp({}, { clock: runningClock() });
    const cafe = await openCafe(server);
    for (const tip of [5, 10, 20, 50]) await cafe.queueSong({ tipAmount: tip, albumArt: "" });
    const url = server.origin + page.replace("{id}", cafe.cafeId);

    const { scores, findings } = await measure(url, [
      "performance",
      "accessibility",
      "best-practices",
      "seo",
    ]);
    const speeds = [scores.performance!];
    const fast = () => speeds.filter((speed) => speed >= MIN_PERFORMANCE).length;
    while (speeds.length < 3 && fast() < 2) {
      speeds.push((await measure(url, ["performance"])).scores.performance!);
    }
    console.log(`${page}: performance ${speeds.join(", ")} of 100, the aim is ${AIM}`);
    const { performance: _, ...quality } = scores;
    assert.deepEqual(
      quality,
      { accessibility: 100, "best-practices": 100, seo: 100 },
      findings.join("\n"),
    );
    assert.ok(fast() >= 2, `performance ${speeds.join(", ")}: ${findings.join("\n")}`);
  });
}
