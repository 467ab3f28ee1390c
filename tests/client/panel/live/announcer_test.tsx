import { strict as assert } from "node:assert";
import type { OpenRequest } from "../../../../server/contract/requests.ts";
import { Announcer } from "../../../../client/panel/live/Announcer.tsx";
import { openPage, pageText } from "../../../support/dom/page.ts";
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
