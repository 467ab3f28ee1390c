import { strict as assert } from "node:assert";
import { Announcer } from "../../../client/panel/dashboard/Announcer.tsx";
import { openPage, pageText } from "../../support/dom/page.ts";
import { songRequest } from "../../support/people/songs.ts";

const [A, B, C] = ["a", "b", "c"].map((id) => songRequest(id));

Deno.test("the announcer is silent about what the screen began with", async () => {
  await using page = await openPage();
  await page.render(<Announcer pending={[A!]} queue={[B!]} />);
  assert.equal(pageText(), "");
});

for (
  const [what, pending, queue, text] of [
    ["names a new request", [A!, C!], [B!], "Yeni istek: Şarkı c."],
    ["counts several", [A!, C!, songRequest("d")], [B!], "2 yeni istek."],
    ["names the song that is next", [], [A!, B!], "Sıradaki: Şarkı a."],
    ["says that the queue has become empty", [A!], [], "Sıra boş."],
    ["does not call a song new that only moved", [A!, B!], [], "Sıra boş."],
  ] as const
) {
  Deno.test(`the announcer ${what}`, async () => {
    await using page = await openPage();
    await page.render(<Announcer pending={[A!]} queue={[B!]} />);
    await page.render(<Announcer pending={[...pending]} queue={[...queue]} />);
    assert.equal(pageText(), text);
  });
}

Deno.test("the same announcement twice is a new element, which is read again", async () => {
  await using page = await openPage();
  const same = { songTitle: "Gülpembe" };
  await page.render(<Announcer pending={[]} queue={[]} />);
  await page.render(<Announcer pending={[songRequest("1", same)]} queue={[]} />);
  const first = document.querySelector("[role=status] span");
  await page.render(
    <Announcer pending={[songRequest("1", same), songRequest("2", same)]} queue={[]} />,
  );
  const second = document.querySelector("[role=status] span");
  assert.equal(second?.textContent, first?.textContent);
  assert.ok(second !== first);
});
