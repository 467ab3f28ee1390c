import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { drawCover } from "../../../server/music/demo/cover.ts";
import { BASE, createDemoListener } from "../../support/music/demo_listener.ts";

Deno.test("GET /covers/{id}.svg answers an image that browsers keep forever and that can load nothing", async () => {
  const demo = createDemoListener();
  const response = await demo.fetch(`${BASE}/covers/${SONGS[0]!.id}.svg`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "image/svg+xml; charset=utf-8");
  assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal(response.headers.get("content-security-policy"), "default-src 'none'; sandbox");
  assert.equal(await response.text(), drawCover(SONGS[0]!));
});

for (const file of [`${"0".repeat(22)}.svg`, "short.svg", `${SONGS[0]!.id}.png`]) {
  Deno.test(`GET /covers/${file} is 404`, async () => {
    const demo = createDemoListener();
    const response = await demo.fetch(`${BASE}/covers/${file}`);
    await response.body?.cancel();
    assert.equal(response.status, 404);
  });
}

Deno.test("every cover is drawn from its song alone, differs from the others, and is small", () => {
  const drawn = SONGS.map(drawCover);
  assert.deepEqual(SONGS.map(drawCover), drawn);
  assert.equal(new Set(drawn).size, SONGS.length);
  assert.ok(Math.max(...drawn.map((svg) => svg.length)) < 24_000);
});

Deno.test("no cover holds a script, a style, or a character that breaks its markup", () => {
  for (const svg of [...SONGS.map(drawCover), drawCover({ ...SONGS[0]!, title: "<b> & \"'" })]) {
    assert.doesNotMatch(svg, /<script|style=|href=|NaN|undefined/);
    assert.doesNotMatch(svg, /&(?!amp;|lt;|gt;)|<b>/);
    assert.equal(svg.match(/<g /g)?.length, svg.match(/<\/g>/g)?.length);
  }
});
