// The music folder's disk is pulled out while the cafe plays its own files, and comes back (docs/library.md#missing-files).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { libraryUri } from "../../../server/library/song_uri.ts";
import { libraryApp } from "../../support/music/library_app.ts";
import { useSource } from "../../support/music/manual_cafe.ts";
import { createOwner } from "../../support/people/factories.ts";
import { decide, queueOf, submit } from "../../support/people/requests.ts";
import { replayable, SEED, seeded } from "../../support/random.ts";
import { LONG, rounds } from "../../support/time/effort.ts";
import { Told } from "../crowd.ts";
import { attempt, NOTHING_LOST, report, succeeds } from "../report.ts";
import { assertNothingLost } from "../nothing_lost.ts";
import { whyNotMounted } from "./rooms.ts";

interface Disk {
  /** The folder that the product knows. */
  folder: string;
  pullOut(): Promise<void>;
  putBack(): Promise<void>;
}

const ROUNDS = rounds(3, 20);
const SONGS = 6;
const MINUTE_MS = 60_000;

const nameOf = (how: string) =>
  `the music folder is ${how} and comes back: requests and the queue go on, no song is forgotten, and no restart is needed`;

Deno.test(
  nameOf("renamed"),
  () => replayable("faults", () => pullOutAndPutBack("renamed", renamedDisk)),
);

if (LONG) {
  await attempt({
    part: "faults",
    what: "the music folder unmounted",
    missing: await whyNotMounted(),
    name: nameOf("unmounted"),
    fn: () => replayable("faults", () => pullOutAndPutBack("unmounted", mountedDisk)),
  });
}

async function pullOutAndPutBack(
  how: string,
  makeDisk: (parent: string) => Promise<Disk>,
): Promise<void> {
  const random = seeded(SEED);
  await using stack = new AsyncDisposableStack();
  const parent = await Deno.makeTempDir({ prefix: "siradaki-disk-" });
  stack.defer(() => Deno.remove(parent, { recursive: true }));
  const disk = await makeDisk(parent);
  stack.defer(() => disk.pullOut());
  const app = stack.use(await libraryApp({ root: disk.folder }));
  for (let i = 0; i < SONGS; i++) await app.put(`şarkı ${i}.wav`);
  await app.pass();
  const titles = await app.titles();
  assert.equal(titles.length, SONGS);
  const owner = await createOwner(app.deps);
  await useSource(app.deps, owner.ownerId, "library");
  const told = new Told();
  const ask = async () => {
    const id = 1 + random.upTo(SONGS);
    const song = { songTitle: titles[id - 1], uri: libraryUri(id) };
    const { _id } = await submit(app, owner.ownerId, song);
    told.filed.push(_id);
    const decided = await decide(app, owner.token, _id, "approved");
    assert.equal(decided.status, 200, await decided.text());
    told.decided.set(_id, "approved");
  };

  for (let round = 0; round < ROUNDS; round++) {
    await ask();
    // A page that plays reads a file while the disk goes.
    using playing = (await app.deps.library.open(1 + random.upTo(SONGS)))!.file;
    assert.ok((await playing.stat()).size > 0);
    await disk.pullOut();
    await ask();
    await app.pass(random.upTo(90) * MINUTE_MS);
    await ask();
    assert.equal(await app.deps.library.open(1 + random.upTo(SONGS)), undefined);
    assert.deepEqual(await app.titles(), titles);
    assert.equal((await queueOf(app, owner.ownerId)).length, told.filed.length);
    await disk.putBack();
    using back = (await app.deps.library.open(1 + random.upTo(SONGS)))?.file;
    assert.ok(back, "a song can be played again at once");
    await app.pass();
    assert.deepEqual(await app.titles(), titles);
    await assertNothingLost(app.deps.db, told, { plays: new Map() });
  }
  const what = `${ROUNDS} times the music folder ${how}`;
  const value = `${told.filed.length} requests; all ${SONGS} songs play again at once`;
  await report({ part: "faults", what, value, goal: NOTHING_LOST });
}

/** A folder that is renamed, if nothing may be mounted. An empty folder is left, as after unmounting a disk. */
async function renamedDisk(parent: string): Promise<Disk> {
  const [folder, away] = [join(parent, "music"), join(parent, "away")];
  await Deno.mkdir(folder);
  return {
    folder,
    async pullOut() {
      await Deno.rename(folder, away);
      await Deno.mkdir(folder);
    },
    async putBack() {
      await Deno.remove(folder);
      await Deno.rename(away, folder);
    },
  };
}

/** A mount of another folder. It goes although a file is open, as a disk does that is pulled out. */
async function mountedDisk(parent: string): Promise<Disk> {
  const [folder, real] = [join(parent, "music"), join(parent, "real")];
  await Deno.mkdir(folder);
  await Deno.mkdir(real);
  const mount = () => succeeds("mount", "--bind", real, folder);
  assert.ok(await mount());
  return {
    folder,
    pullOut: async () => assert.ok(await succeeds("umount", "--lazy", folder)),
    putBack: async () => assert.ok(await mount()),
  };
}
