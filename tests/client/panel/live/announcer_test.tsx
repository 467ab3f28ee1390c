import { strict as assert } from "node:assert";
import { Announcer } from "../../../../client/panel/live/Announcer.tsx";
import { type Chime, createChime } from "../../../../client/panel/services.ts";
import type { OpenRequest } from "../../../../server/contract/requests.ts";
import { openPage, pageText, settle } from "../../dom/page.ts";
import { openRequest } from "../../../support/people/songs.ts";

const A = openRequest("a");
const B = openRequest("b", { status: "approved", place: 1 });
const BATCH_MS = 1_000;

Deno.test("the announcer is silent about what the page began with, and about the same once more", async () => {
  await using page = await openPage();
  let rung = 0;
  const ring = () => void (rung += 1);
  await page.render(<Announcer requests={undefined} onNew={ring} />);
  await page.render(<Announcer requests={[A, B]} onNew={ring} />);
  await page.render(<Announcer requests={[{ ...A }, { ...B }]} onNew={ring} />);
  await page.time.pass(BATCH_MS);
  assert.equal(pageText(), "");
  assert.equal(rung, 0);
});

const PENDING = ["c", "d"].map((id) => openRequest(id));
for (
  const [what, requests, text] of [
    ["names a new request", [A, B, PENDING[0]!], "Yeni istek: Şarkı c."],
    ["counts several", [A, B, ...PENDING], "2 yeni istek."],
    [
      "names the song that is next",
      [{ ...A, status: "approved", place: 1 }, { ...B, place: 2 }],
      "Sıradaki: Şarkı a.",
    ],
    ["says that the queue has become empty", [A], "Sıra boş."],
    [
      "does not count a song that cannot be played",
      [A, openRequest("b", { status: "approved", unplayable: true })],
      "Sıra boş.",
    ],
    [
      "does not call a song new that was only taken back",
      [A, { ...B, status: "pending", place: null }],
      "Sıra boş.",
    ],
  ] as [string, OpenRequest[], string][]
) {
  Deno.test(`the announcer ${what}`, async () => {
    await using page = await openPage();
    await page.render(<Announcer requests={[A, B]} onNew={() => {}} />);
    await page.render(<Announcer requests={requests} onNew={() => {}} />);
    await page.time.pass(BATCH_MS);
    assert.equal(pageText(), text);
  });
}

Deno.test("requests that arrive within a second are announced together, and ring once", async () => {
  await using page = await openPage();
  let rung = 0;
  const show = (requests: OpenRequest[]) =>
    page.render(<Announcer requests={requests} onNew={() => void (rung += 1)} />);
  await show([A]);
  await show([A, PENDING[0]!]);
  await page.time.pass(BATCH_MS - 1);
  await show([A, ...PENDING]);
  assert.equal(pageText(), "");
  await page.time.pass(1);
  assert.equal(pageText(), "2 yeni istek.");
  assert.equal(rung, 1);
  await show([A, ...PENDING, openRequest("e")]);
  await page.time.pass(BATCH_MS);
  assert.equal(pageText(), "Yeni istek: Şarkı e.");
  assert.equal(rung, 2);
});

Deno.test("the same announcement twice is a new element, which is read again", async () => {
  await using page = await openPage();
  const same = { songTitle: "Gülpembe", status: "pending" } as const;
  const show = async (requests: OpenRequest[]) => {
    await page.render(<Announcer requests={requests} onNew={() => {}} />);
    await page.time.pass(BATCH_MS);
  };
  await show([]);
  await show([openRequest("1", same)]);
  const first = document.querySelector("[role=status] span");
  await show([openRequest("1", same), openRequest("2", same)]);
  const second = document.querySelector("[role=status] span");
  assert.equal(second?.textContent, first?.textContent);
  assert.ok(second !== first);
});

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
