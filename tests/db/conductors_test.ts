// What a command changes of a conductor's stored state.
import { strict as assert } from "node:assert";
import {
  commandConductor,
  findConductor,
  holdConductors,
  noteConductorState,
  setConductor,
} from "../../db/plays/conductors.ts";
import { createOwner } from "../support/people/factories.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("a command, and the switch, end the sentence and the time of the state that they end", async () => {
  await using app = await testApp();
  const { db } = app.deps;
  const { ownerId } = await createOwner(app.deps);
  await setConductor(db, ownerId, true);
  await holdConductors(db, { holder: "holder", now: 1, until: 2, fromAnyone: false, leftOut: [] });
  const noted = {
    state: "no_device",
    until: 3,
    sentence: "Cihaz kapalı.",
    volumePercent: null,
    leftDevice: null,
  };
  for (
    const end of [
      () => commandConductor(db, ownerId, "resume"),
      () => commandConductor(db, ownerId, "pause"),
      () => setConductor(db, ownerId, true),
    ]
  ) {
    await noteConductorState(db, { ownerId, holder: "holder", ...noted });
    await end();
    const row = await findConductor(db, ownerId);
    assert.deepEqual([row!.sentence, row!.stateUntil], [null, null]);
  }
});
