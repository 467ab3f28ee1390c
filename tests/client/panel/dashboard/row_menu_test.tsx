// What the team can do with a row besides deciding on it, and 'Şarkı ekle'.
import { strict as assert } from "node:assert";
import { OwnSongButton } from "../../../../client/panel/dashboard/OwnSongButton.tsx";
import { RowMenu } from "../../../../client/panel/dashboard/RowMenu.tsx";
import { button, click, settle, submit } from "../../../support/dom/page.ts";
import { openPanel } from "../../../support/dom/panel_page.tsx";
import { openRequest } from "../../../support/people/songs.ts";

const QUEUED = openRequest("A", { status: "approved", place: 2 });

const items = () =>
  [...document.querySelectorAll("[role=menuitem]")].map(({ textContent }) => textContent);
const choose = async (label: string) => {
  const item = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")]
    .find(({ textContent }) => textContent === label)!;
  await click(item);
  await settle();
};

Deno.test("a song of the queue can be put first from its row's menu, and back again", async () => {
  await using panel = await openPanel();
  panel.network.answer("PUT", "/api/requests/A/first", () => Response.json(QUEUED));
  await panel.render(<RowMenu request={QUEUED} pending={[]} />);
  await click(button("Diğer işlemler: Şarkı A"));
  assert.deepEqual(items(), ["Sıradaki olsun", "Bu akşam bu müşteriden istek alma"]);
  await choose("Sıradaki olsun");
  await panel.render(<RowMenu request={{ ...QUEUED, first: true }} pending={[]} />);
  await click(button("Diğer işlemler: Şarkı A"));
  await choose("Bahşiş sırasına döndür");
  const sent = panel.network.calls.filter(({ path }) => path === "/api/requests/A/first");
  assert.deepEqual(sent.map(({ body }) => body), [{ first: true }, { first: false }]);
});

Deno.test("a guest can be refused from the menu of a row, but not of the cafe's own song", async () => {
  await using panel = await openPanel();
  const waiting = openRequest("B");
  panel.network.answer(
    "POST",
    "/api/requests/B/block",
    () => Response.json({ changed: 1, ids: ["B"] }),
  );
  await panel.render(<RowMenu request={waiting} pending={[waiting]} />);
  await click(button("Diğer işlemler: Şarkı B"));
  assert.deepEqual(items(), ["Bu akşam bu müşteriden istek alma"]);
  await choose("Bu akşam bu müşteriden istek alma");
  assert.ok(panel.network.calls.some(({ path }) => path === "/api/requests/B/block"));
  const own = openRequest("C", { status: "approved", own: true });
  await panel.render(<RowMenu request={own} pending={[]} />);
  await click(button("Diğer işlemler: Şarkı C"));
  assert.deepEqual(items(), ["Sıradaki olsun"]);
});

Deno.test("'Şarkı ekle' opens a search, which says that it is the team's and no guest's", async () => {
  await using panel = await openPanel({ token: "login" });
  panel.network.answer("GET", "/api/music/search", () => Response.json([]));
  await panel.render(<OwnSongButton />);
  await click(button("Şarkı ekle"));
  await settle();
  assert.equal(document.querySelector("dialog h2")!.textContent, "Kafenin isteği");
  const field = document.querySelector<HTMLInputElement>("dialog input[type=search]")!;
  await submit(field, "zzyxqw");
  await settle();
  const sent = panel.network.calls.find(({ path }) => path.startsWith("/api/music/search"))!;
  assert.ok(sent.headers.get("x-auth-token"));
});
