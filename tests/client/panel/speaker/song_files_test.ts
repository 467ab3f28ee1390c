import { strict as assert } from "node:assert";
import { createSongFiles } from "../../../../client/panel/speaker/audio_deck.ts";
import { type DomPage, openPage, settle } from "../../../support/dom/page.ts";

const ONE = "/api/library/audio/1.mp3";
const TWO = "/api/library/audio/2.mp3";

Deno.test("songs are fetched once, kept whole, and forgotten when they are not wanted any more", async () => {
  await using page = await openPage();
  const ready: string[] = [];
  const files = createSongFiles((address) => void ready.push(address));
  page.network.answer("GET", "/api/library/", () => new Response("song"));
  files.keep([ONE, TWO]);
  files.keep([ONE, TWO]);
  await settled();
  assert.deepEqual(ready, [ONE, TWO]);
  assert.equal(page.network.calls.length, 2);
  const from = files.at(ONE)!;
  assert.match(from, /^blob:/);
  assert.equal(await textAt(page, from), "song");
  files.keep([TWO]);
  assert.equal(files.at(ONE), undefined);
  await assert.rejects(textAt(page, from), "its memory is free again");
});

Deno.test("a song that could not be fetched is fetched again", async () => {
  await using page = await openPage();
  const files = createSongFiles(() => {});
  const answers = [[() => Promise.reject(new TypeError("offline")), true], [
    notFound,
    false,
  ]] as const;
  for (const [answer, isCutOff] of answers) {
    page.network.answer("GET", ONE, answer);
    files.keep([ONE]);
    await settled();
    assert.deepEqual([files.at(ONE), files.isCutOff(ONE)], [undefined, isCutOff]);
  }
  page.network.answer("GET", ONE, () => new Response("song"));
  files.keep([ONE]);
  await settled();
  assert.match(files.at(ONE)!, /^blob:/);
  files.keep([]);
});

Deno.test("a song that the server refuses is asked for again after ever longer pauses", async () => {
  await using page = await openPage();
  const files = createSongFiles(() => {});
  page.network.answer("GET", ONE, notFound);
  const askedAt: number[] = [];
  for (let second = 0; second < 100; second++) {
    const before = page.network.calls.length;
    files.keep([ONE]);
    await settled();
    if (page.network.calls.length > before) askedAt.push(second);
  }
  assert.deepEqual(askedAt, [0, 1, 3, 7, 15, 31, 61, 91]);
});

Deno.test("a song of more than 60 MB is not kept: it is played from its address", async () => {
  await using page = await openPage();
  const files = createSongFiles(() => {});
  const headers = { "content-length": String(60 * 1024 * 1024 + 1) };
  page.network.answer("GET", ONE, () => new Response("the first bytes", { headers }));
  files.keep([ONE]);
  await settled();
  assert.equal(files.at(ONE), ONE);
});

Deno.test("a song that is not wanted any more is not fetched to its end", async () => {
  await using page = await openPage();
  const ready: string[] = [];
  const files = createSongFiles((address) => void ready.push(address));
  const held = page.network.hold("GET", ONE);
  files.keep([ONE]);
  files.keep([]);
  held[0]!.release(new Response("song"));
  await settled();
  assert.deepEqual([ready, files.at(ONE)], [[], undefined]);
});

function notFound(): Response {
  return new Response("", { status: 404 });
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await settle();
}

/** What is in memory at `address`. The page's own network would answer for it. */
async function textAt(page: DomPage, address: string): Promise<string> {
  page.network[Symbol.dispose]();
  return await (await fetch(address)).text();
}
