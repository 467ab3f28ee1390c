import { strict as assert } from "node:assert";
import { type Chime, createChime } from "../../../../client/panel/services.ts";
import { openPage, settle } from "../../../support/dom/page.ts";

Deno.test("the chime is on, but blocked until the page is touched, as browsers want it", async () => {
  await using _page = await openPage();
  using sound = soundCard();
  const chime = createChime();
  assert.equal(chime.current(), "blocked");
  chime.ring();
  assert.equal(sound.notes(), 0);
  await touch();
  assert.equal(chime.current(), "on");
  chime.ring();
  assert.equal(sound.notes(), 2);
});

Deno.test("the chime stays blocked if the browser allows no sound although the page was touched", async () => {
  await using _page = await openPage();
  using sound = soundCard();
  sound.allow = false;
  const chime = createChime();
  await touch();
  assert.equal(chime.current(), "blocked");
  sound.allow = true;
  await touch();
  assert.equal(chime.current(), "on");
});

Deno.test("the chime that is switched off is silent, and this device remembers that", async () => {
  await using _page = await openPage();
  using sound = soundCard();
  const chime = await wakened();
  chime.toggle();
  assert.equal(chime.current(), "off");
  chime.ring();
  await touch();
  assert.equal(createChime().current(), "off");
  assert.equal(sound.notes(), 0);
});

Deno.test("the chime that is switched on rings once, so that its owner hears it", async () => {
  await using _page = await openPage();
  using sound = soundCard();
  const chime = await wakened();
  chime.toggle();
  chime.toggle();
  await settle();
  assert.equal(chime.current(), "on");
  assert.equal(sound.notes(), 2);
  assert.equal(createChime().current(), "blocked", "on, until the next page is touched");
});

Deno.test("a click on a blocked chime unblocks it instead of switching it off", async () => {
  await using _page = await openPage();
  using sound = soundCard();
  const chime = createChime();
  chime.toggle();
  await settle();
  assert.equal(chime.current(), "on");
  assert.equal(sound.notes(), 2);
});

Deno.test("a chime that the device has interrupted is blocked until the next touch", async () => {
  await using _page = await openPage();
  using sound = soundCard();
  const chime = await wakened();
  sound.interrupt();
  assert.equal(chime.current(), "blocked");
  await touch();
  assert.equal(chime.current(), "on");
});

async function wakened(): Promise<Chime> {
  const chime = createChime();
  await touch();
  return chime;
}

async function touch(): Promise<void> {
  dispatchEvent(new Event("pointerup"));
  await settle();
}

/** A stand-in for Web Audio, which this process does not have. */
function soundCard() {
  let notes = 0;
  let latest: FakeContext | undefined;
  const card = {
    /** Whether sounds are allowed once the page was touched. */
    allow: true,
    notes: () => notes,
    interrupt() {
      latest!.state = "interrupted";
      latest!.onstatechange?.();
    },
    [Symbol.dispose]() {
      for (const name of Object.keys(FAKES)) Reflect.deleteProperty(globalThis, name);
    },
  };
  class FakeContext {
    state = "suspended";
    currentTime = 0;
    destination = {};
    onstatechange: (() => void) | null = null;
    constructor() {
      latest = this;
    }
    resume(): Promise<void> {
      if (card.allow) this.state = "running";
      return Promise.resolve();
    }
  }
  class FakeNode {
    gain = { setTargetAtTime() {} };
    connect = (next: unknown) => next;
    start = () => void (notes += 1);
    stop() {}
  }
  const FAKES = { AudioContext: FakeContext, GainNode: FakeNode, OscillatorNode: FakeNode };
  Object.assign(globalThis, FAKES);
  return card;
}
