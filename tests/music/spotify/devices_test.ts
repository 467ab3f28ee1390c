import { strict as assert } from "node:assert";
import type { SpotifyDevice } from "../../../server/music/spotify/answers.ts";
import { onlyDevice } from "../../../server/music/spotify/devices.ts";

Deno.test("onlyDevice returns the one device that may be controlled, and throws if there is none or more than one", () => {
  const device = (id: string, isRestricted = false): SpotifyDevice => (
    { id, name: id, isActive: false, isRestricted }
  );
  assert.equal(onlyDevice([device("a", true), device("b")]).id, "b");
  assert.throws(() => onlyDevice([]), { code: "music_no_device" });
  assert.throws(() => onlyDevice([device("a", true)]), { code: "music_restricted" });
  assert.throws(() => onlyDevice([device("a"), device("b")]), { code: "music_choose_device" });
});
