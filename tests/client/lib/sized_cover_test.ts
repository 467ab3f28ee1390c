import { strict as assert } from "node:assert";
import { sizedCover } from "../../../client/components/Cover.tsx";

const IMAGES = "https://i.scdn.co/image";
const ID = "ff9ca10b55ce82ae553c8228";

Deno.test("a cover of Spotify is asked for in the size that is shown", () => {
  for (const size of ["0000b273", "00001e02", "00004851"]) {
    const src = `${IMAGES}/ab67616d${size}${ID}`;
    assert.equal(sizedCover(src, 64), `${IMAGES}/ab67616d00004851${ID}`);
    assert.equal(sizedCover(src, 300), `${IMAGES}/ab67616d00001e02${ID}`);
  }
});

Deno.test("covers that come in one size alone, and no cover, stay as they are", () => {
  for (
    const src of [
      "",
      "/demo/covers/1.svg",
      "https://mosaic.scdn.co/640/ab67616d0000b273",
      `${IMAGES}/ab67706c0000bebb${ID}`,
    ]
  ) {
    assert.equal(sizedCover(src, 64), src);
  }
});
