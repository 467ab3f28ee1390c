import { strict as assert } from "node:assert";
import { DomainError } from "../../../server/errors.ts";
import type { SpotifyDevice } from "../../../server/music/spotify/answers.ts";
import { deviceFor } from "../../../server/music/spotify/orders.ts";

const NONE = { deviceId: null, deviceName: null };

Deno.test("deviceFor without a choice returns the one device that may be controlled, and throws if there is none or more than one", () => {
  const device = (id: string, isRestricted = false): SpotifyDevice => (
    { id, name: id, isActive: false, isRestricted }
  );
  assert.equal(deviceFor(NONE, [device("a", true), device("b")]).id, "b");
  assert.throws(() => deviceFor(NONE, []), { code: "music_no_device" });
  assert.throws(() => deviceFor(NONE, [device("a", true)]), { code: "music_restricted" });
  assert.throws(() => deviceFor(NONE, [device("a"), device("b")]), { code: "music_choose_device" });
});

Deno.test("deviceFor returns the chosen device, and throws with its name if it is off or may not be controlled", () => {
  const [bar, locked]: SpotifyDevice[] = [
    { id: "bar", name: "Bar", isActive: false, isRestricted: false },
    { id: "tv", name: "Televizyon", isActive: true, isRestricted: true },
  ];
  assert.equal(deviceFor({ deviceId: "bar", deviceName: "Bar" }, [locked!, bar!]).id, "bar");
  const off = { code: "music_no_device", detail: { msg: /^'Bar' şu anda kapalı/ } };
  assert.throws(() => deviceFor({ deviceId: "bar", deviceName: "Bar" }, [locked!]), matches(off));
  const tv = { code: "music_no_device", detail: { msg: /^'Televizyon' şu anda kapalı/ } };
  assert.throws(
    () => deviceFor({ deviceId: "tv", deviceName: "Televizyon" }, [locked!, bar!]),
    matches(tv),
  );
  const unnamed = { code: "music_no_device", detail: { msg: /^Seçtiğiniz cihaz şu anda kapalı/ } };
  assert.throws(() => deviceFor({ deviceId: "x", deviceName: null }, [bar!]), matches(unnamed));
});

function matches(expected: { code: string; detail: { msg: RegExp } }) {
  return (error: unknown) => {
    assert.ok(error instanceof DomainError);
    assert.equal(error.code, expected.code);
    assert.match(error.detail.msg!, expected.detail.msg);
    return true;
  };
}
