import { strict as assert } from "node:assert";
import { readDevices } from "../../../server/music/spotify/answers.ts";

Deno.test("readDevices leaves out devices without an id or a name", () => {
  const device = { id: "tv", name: "TV", is_active: true, is_restricted: false };
  const strange = [{ ...device, id: null }, { ...device, name: null }, null, device];
  assert.deepEqual(readDevices({ devices: strange }).map((d) => d.id), ["tv"]);
});
