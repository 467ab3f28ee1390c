// What a cafe whose music is not controlled from here refuses (docs/manual.md).
import { strict as assert } from "node:assert";
import { setConductor } from "../../../db/conductors.ts";
import { chooseSource, manualCafe } from "../../support/music/manual_cafe.ts";
import { connectedOwner } from "../../support/people/cafe_evening.ts";
import { answerOf, sentenceOf } from "../../support/people/guests.ts";
import { testApp } from "../../support/start/test_app.ts";

Deno.test("pausing, going on, skipping and the volume are 409", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { token } } = cafe;
  for (const path of ["pause", "resume", "skip"]) {
    assert.deepEqual(await answerOf(app.call("POST", `/api/playback/${path}`, { token })), [409, {
      msg: "Bu müzik kaynağı buradan yönetilemiyor.",
      code: "not_supported",
    }]);
  }
  const body = { percent: 50 };
  assert.equal((await app.call("PUT", "/api/playback/volume", { token, body })).status, 409);
});

Deno.test("'Otomatik çal' cannot be turned on, and says why; it can be turned off", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { token } } = cafe;
  const turn = (on: boolean) => app.call("PUT", "/api/playback/auto", { token, body: { on } });
  assert.match(await sentenceOf(turn(true), 409), /kendiliğinden çalamaz/);
  assert.equal((await turn(false)).status, 200);
});

Deno.test("the switch goes off when the owner chooses a source that cannot be followed, and stays off on return", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const { token, ownerId } = owner;
  await setConductor(app.deps.db, ownerId, true);
  const state = async () => {
    const playback = await app.ok("GET", "/api/playback", { token });
    return [playback.auto, playback.state];
  };
  assert.deepEqual(await state(), [true, "idle"]);
  await chooseSource(app, token, "manual");
  assert.deepEqual(await state(), [false, "off"]);
  await chooseSource(app, token, "spotify");
  assert.deepEqual(await state(), [false, "off"]);
});

Deno.test("GET /api/spotify/player shows an empty player without devices", async () => {
  await using cafe = await manualCafe();
  const answer = await cafe.app.call("GET", "/api/spotify/player", { token: cafe.owner.token });
  const { track, devices } = await answer.json();
  assert.deepEqual([answer.status, track, devices], [200, null, []]);
});
