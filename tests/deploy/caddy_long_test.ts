// Bodies that are large or slow, through deploy/Caddyfile.
import { strict as assert } from "node:assert";
import { wav } from "../support/music/audio_files.ts";
import { testWithCaddy } from "../support/start/caddy.ts";
import { passed } from "../support/time/until.ts";

const SONG_BYTES = 150_000_000;
/** Longer than the proxy once gave a body. */
const SLOW_MS = 20_000;
const PIECES = 5;

testWithCaddy("a song of 150 MB is added through the proxy", async ({ addFile }) => {
  const song = wav({ seconds: SONG_BYTES / 8_000 });
  assert.deepEqual(await addFile("a.wav", song), [201, '{"file":"a.wav"}']);
});

testWithCaddy(
  "a song that takes 20 seconds to arrive is added through the proxy",
  async ({ addFile }) => {
    const song = wav({ seconds: 400 });
    const size = Math.ceil(song.length / PIECES);
    let piece = 0;
    const slowly = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await passed(SLOW_MS / PIECES);
        controller.enqueue(song.slice(piece * size, ++piece * size));
        if (piece === PIECES) controller.close();
      },
    });
    assert.deepEqual(await addFile("a.wav", slowly), [201, '{"file":"a.wav"}']);
  },
);
