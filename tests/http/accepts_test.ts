// Which encodings a client accepts, by its header.
import { strict as assert } from "node:assert";
import { accepts } from "../../server/http/encoding.ts";
import { testApp } from "../support/start/test_app.ts";

const HEADERS: [header: string | undefined, accepted: boolean][] = [
  ["br", true],
  ["gzip, BR", true],
  ["gzip , br ; q=0.5", true],
  ["br;q=0.001", true],
  ["br\t;\tq=0", false],
  ["br; q=0.000", false],
  ["br; x=1; q=0", false],
  ["gzip", false],
  ["broken", false],
  ["", false],
  [undefined, false],
];

Deno.test("an encoding is accepted if the header names it with a weight above 0", () => {
  for (const [header, accepted] of HEADERS) {
    assert.equal(accepts(header, "br"), accepted, String(header));
  }
});

Deno.test("a page is answered within 5 s to a header of 300 000 blanks", async () => {
  await using app = await testApp();
  const blanks = "\t".repeat(100_000);
  const startedAt = performance.now();
  const header = `gzip${blanks}x${blanks};${blanks}x`;
  const response = await app.fetch("/", { headers: { "accept-encoding": header } });
  const ms = performance.now() - startedAt;
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-encoding"), null);
  await response.body?.cancel();
  assert.ok(ms < 5_000, `${ms} ms`);
});
