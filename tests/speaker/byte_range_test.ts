// Which part of a file a Range header asks for.
import { strict as assert } from "node:assert";
import { readRange } from "../../server/speaker/audio.ts";

const SIZE = 1000;
const PARTS: [header: string, first: number, last: number][] = [
  ["bytes=0-0", 0, 0],
  ["bytes=0-99", 0, 99],
  ["bytes=900-", 900, 999],
  ["bytes=0-", 0, 999],
  ["bytes=999-999", 999, 999],
  ["bytes=500-5000", 500, 999],
  ["bytes=-1", 999, 999],
  ["bytes=-1000", 0, 999],
  ["bytes=-5000", 0, 999],
  ["BYTES=1-2", 1, 2],
];

for (const [header, first, last] of PARTS) {
  Deno.test(`Range: ${header} of ${SIZE} bytes is ${first} to ${last}`, () => {
    assert.deepEqual(readRange(header, SIZE), { first, last });
  });
}

for (
  const header of [
    ...[undefined, "", "bytes=", "bytes=-", "bytes", "lines=1-2", "bytes=5-2", "bytes=a-b"],
    ...["bytes=0-1,4-5", "bytes=0.5-1", "bytes= 0-1", "bytes=-1-2"],
  ]
) {
  Deno.test(`Range: ${header} asks for the whole file`, () => {
    assert.equal(readRange(header, SIZE), undefined);
  });
}

for (
  const header of ["bytes=1000-", "bytes=1000-2000", "bytes=-0", "bytes=99999999999999999999-"]
) {
  Deno.test(`Range: ${header} of ${SIZE} bytes is unsatisfiable`, () => {
    assert.equal(readRange(header, SIZE), "unsatisfiable");
  });
}

Deno.test("no part of an empty file can be sent", () => {
  for (const header of ["bytes=0-", "bytes=-1", "bytes=0-0"]) {
    assert.equal(readRange(header, 0), "unsatisfiable", header);
  }
});
