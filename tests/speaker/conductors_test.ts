// The conductors act for no cafe whose player begins the next song by itself.
import { strict as assert } from "node:assert";
import { conductors } from "../../db/schema/music.ts";
import { useSource } from "../support/music/manual_cafe.ts";
import { libraryCafe } from "../support/music/library_cafe.ts";
import { createClock } from "../support/time/clock.ts";

Deno.test("a cafe that plays its own files has no conductor, and gets and loses it with its source", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  const { db, conductors: acting } = app.deps;
  const holder = async () => (await db.read.select().from(conductors))[0]!.holder;
  const job = acting.start();
  await acting.idle();
  assert.equal(await holder(), null);
  await useSource(app.deps, owner.ownerId, "spotify");
  await acting.changed(owner.ownerId);
  assert.notEqual(await holder(), null);
  await job.stop();
  assert.equal(await holder(), null);
});

Deno.test("a process acts for no cafe before its conductors start and after they stop, whatever changes there", async () => {
  await using cafe = await libraryCafe();
  const { db, conductors: acting } = cafe.app.deps;
  const { ownerId } = cafe.owner;
  const holder = async () => (await db.read.select().from(conductors))[0]!.holder;
  await useSource(cafe.app.deps, ownerId, "spotify");
  await acting.changed(ownerId);
  assert.equal(await holder(), null);
  await acting.start().stop();
  await acting.changed(ownerId);
  assert.equal(await holder(), null);
});

Deno.test("a conductor that acts for a cafe stops at the next renewal after the cafe has chosen its own files", async () => {
  const clock = createClock();
  await using cafe = await libraryCafe({ clock });
  const { db, conductors: acting } = cafe.app.deps;
  const { ownerId } = cafe.owner;
  const renewedBy = async () => {
    const heldUntil = async () => (await db.read.select().from(conductors))[0]!.heldUntil;
    const before = await heldUntil();
    await clock.run(5_000, () => acting.idle());
    return await heldUntil() - before;
  };
  await useSource(cafe.app.deps, ownerId, "spotify");
  const job = acting.start();
  await acting.idle();
  assert.equal(await renewedBy(), 5_000);
  await useSource(cafe.app.deps, ownerId, "library");
  assert.equal(await renewedBy(), 0);
  await job.stop();
});
