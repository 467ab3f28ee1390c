// The device that the owner chooses is the one that plays, from the next song on.
import { strict as assert } from "node:assert";
import { assertRight, openEvening } from "./model/evening.ts";
import type { Evening, GuestSong } from "./model/port.ts";

const [BAR, TERRACE] = ["bar-hoparloru", "teras-hoparloru"] as const;

function activeDevice({ service }: Evening): string | null | undefined {
  return service.player.devices.find(({ isOn, isActive }) => isOn && isActive)?.id;
}

/** Turns playing by itself on, and returns the songs of two guests: the first begins. */
async function twoSongs(evening: Evening) {
  await evening.auto(true);
  return [await evening.request(20), await evening.request(10)] as const;
}

/** Nothing is wrong at the end of an evening whose last song is heard on the device. */
async function assertPlaysOn(evening: Evening, song: GuestSong, device: string): Promise<void> {
  assert.ok(await evening.heardS(song) > 10);
  assert.equal(activeDevice(evening), device);
  await assertRight(evening);
}

async function moveInApp(evening: Evening, device: string): Promise<void> {
  await evening.inApp("device", (player) => {
    player.switchOn(device);
    player.transfer(device, true);
  });
}

const MEANWHILE: [what: string, act: (evening: Evening) => unknown][] = [
  ["the song goes on", () => {}],
  ["at once the process is killed, and starts anew", (evening) => evening.kill(1)],
  ["10 s later the process is killed, and starts anew", async (evening) => {
    await evening.pass(10);
    evening.kill(1);
  }],
];
for (const [what, act] of MEANWHILE) {
  Deno.test(`a device is chosen while a song plays on another one, and ${what}: the next song plays there`, async () => {
    await using evening = await openEvening();
    evening.service.player.switchOn(TERRACE);
    const [first, second] = await twoSongs(evening);
    await evening.pass(20);
    assert.equal(await evening.chooseDevice(TERRACE), 200);
    await act(evening);
    await evening.pass(first.lengthMs / 1000);
    await assertPlaysOn(evening, second, TERRACE);
  });
}

Deno.test("a person moves the music in the app after the chosen device has played, and the process is killed: it stays there", async () => {
  await using evening = await openEvening();
  const [first, second] = await twoSongs(evening);
  await evening.pass(20);
  assert.equal(await evening.chooseDevice(BAR), 200);
  await evening.pass(first.lengthMs / 1000);
  await moveInApp(evening, TERRACE);
  await evening.pass(20);
  const third = await evening.request(5);
  evening.kill(1);
  await evening.pass(second.lengthMs / 1000);
  await assertPlaysOn(evening, third, TERRACE);
});

Deno.test("a device is chosen after a person has moved the music in the app: the next song plays on the chosen one", async () => {
  await using evening = await openEvening();
  const [first, second] = await twoSongs(evening);
  await evening.pass(20);
  await moveInApp(evening, TERRACE);
  await evening.pass(1);
  assert.equal(await evening.chooseDevice(BAR), 200);
  await evening.pass(first.lengthMs / 1000);
  await assertPlaysOn(evening, second, BAR);
});

Deno.test("a device is chosen, the music paused by hand, and 'Otomatik çal' turned on: the song plays on the chosen one", async () => {
  await using evening = await openEvening();
  const { player } = evening.service;
  player.switchOn(TERRACE);
  await evening.request(30);
  await evening.press("play next");
  await evening.pass(10);
  assert.equal(await evening.chooseDevice(TERRACE), 200);
  await evening.inApp("pause", () => player.pause());
  await evening.pass(5);
  const song = await evening.request(20);
  await evening.auto(true);
  await evening.resume();
  await evening.pass(150);
  await assertPlaysOn(evening, song, TERRACE);
});

Deno.test("a device goes away before a look has shown its song, and a person brings the music back: the song plays once", async () => {
  await using evening = await openEvening();
  const [first, second] = await twoSongs(evening);
  await evening.pass(1);
  await evening.inApp("device off", (player) => player.switchOff(BAR));
  await evening.pass(30);
  assert.equal((await evening.sight())!.state, "no_device");
  assert.deepEqual(await evening.tipOf(first), { earned: null, reversed: null });
  await moveInApp(evening, BAR);
  await evening.pass(20);
  assert.equal((await evening.now())!.requestId, first.id);
  await evening.pass(first.lengthMs / 1000);
  assert.ok(await evening.heardS(first) < first.lengthMs / 1000 + 1);
  assert.deepEqual(await evening.tipOf(first), { earned: 2000, reversed: null });
  assert.ok(await evening.heardS(second) > 10);
  await assertRight(evening);
});

Deno.test("a device goes away after 'Devam' has shown its song, and before the conductor has looked: the panel says so, and the song is over", async () => {
  await using evening = await openEvening();
  const [song] = await twoSongs(evening);
  await evening.pass(2);
  assert.equal(await evening.resume(), 200);
  await evening.inApp("device off", (player) => player.switchOff(BAR));
  await evening.pass(15);
  assert.equal((await evening.sight())!.state, "no_device");
  assert.equal(await evening.now(), null);
  assert.deepEqual(await evening.tipOf(song), { earned: 2000, reversed: null });
  await assertRight(evening);
});
