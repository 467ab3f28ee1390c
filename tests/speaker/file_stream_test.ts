// A part of a file as a stream: the file is closed however the sending ends.
import { strict as assert } from "node:assert";
import { readRange, streamPart } from "../../server/speaker/audio.ts";

/** A file of this many bytes, which counts how often it is closed. */
async function openFile(size: number) {
  const path = await Deno.makeTempFile({ prefix: "siradaki-song-" });
  await Deno.writeFile(path, Uint8Array.from({ length: size }, (_, i) => i % 251));
  const file = await Deno.open(path);
  let closed = 0;
  const close = file.close.bind(file);
  file.close = () => {
    closed++;
    close();
  };
  const dispose = () => Deno.remove(path);
  return { file, closed: () => closed, [Symbol.asyncDispose]: dispose };
}

Deno.test("the stream gives the bytes of the part, and closes the file once", async () => {
  await using opened = await openFile(300_000);
  const bytes = await new Response(streamPart(opened.file, { first: 251, last: 251 * 1000 }))
    .bytes();
  assert.deepEqual([bytes.length, bytes[0], bytes.at(-1)], [251 * 999 + 1, 0, 0]);
  assert.equal(opened.closed(), 1);
});

Deno.test("a reader that goes away closes the file, also before it has read anything", async () => {
  await using early = await openFile(300_000);
  await streamPart(early.file, { first: 0, last: 299_999 }).cancel();
  assert.equal(early.closed(), 1);
  await using late = await openFile(300_000);
  const reader = streamPart(late.file, { first: 0, last: 299_999 }).getReader();
  await reader.read();
  const pending = reader.read().catch(() => ({ done: true }));
  await reader.cancel();
  assert.equal((await pending).done, true);
  assert.equal(late.closed(), 1);
});

Deno.test("a file that became shorter fails the stream and is closed", async () => {
  await using opened = await openFile(10);
  const bytes = new Response(streamPart(opened.file, { first: 0, last: 99 })).bytes();
  await assert.rejects(bytes);
  assert.equal(opened.closed(), 1);
});

// Which part of a file a Range header asks for.

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
