// A part of a file as a stream: the file is closed however the sending ends.
import { strict as assert } from "node:assert";
import { streamPart } from "../../server/speaker/audio.ts";

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
