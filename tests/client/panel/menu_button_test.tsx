import { strict as assert } from "node:assert";
import { MenuButton } from "../../../client/panel/MenuButton.tsx";
import { assertFocused, button, click, type DomPage, fire, openPage } from "../dom/page.ts";

Deno.test("a menu button tells screen readers what it opens, and whether it is open", async () => {
  await using _ = await openMenu();
  const opener = button("Seçenekler");
  assert.equal(opener.getAttribute("aria-haspopup"), "menu");
  assert.equal(opener.getAttribute("aria-expanded"), "false");
  await click(opener);
  assert.equal(opener.getAttribute("aria-expanded"), "true");
  const menu = document.querySelector("[role=menu]")!;
  assert.equal(opener.getAttribute("aria-controls"), menu.id);
  assert.equal(menu.getAttribute("aria-label"), "Seçenekler");
  assert.deepEqual(items().map(({ textContent }) => textContent), ["Bir", "İki", "Üç"]);
});

Deno.test("opening focuses the first action, or with the arrow up the last", async () => {
  await using _ = await openMenu();
  await click(button("Seçenekler"));
  assertFocused(button("Bir"));
  await press("Escape");
  await press("ArrowDown");
  assertFocused(button("Bir"));
  await press("Escape");
  await press("ArrowUp");
  assertFocused(button("Üç"));
});

Deno.test("arrows, Home and End move through the actions and around their ends", async () => {
  await using _ = await openMenu();
  await click(button("Seçenekler"));
  for (
    const [key, name] of [
      ["ArrowDown", "İki"],
      ["ArrowUp", "Bir"],
      ["ArrowUp", "Üç"],
      ["ArrowDown", "Bir"],
      ["End", "Üç"],
      ["Home", "Bir"],
    ] as const
  ) {
    await press(key);
    assertFocused(button(name));
  }
});

for (const key of ["Escape", "Tab"]) {
  Deno.test(`${key} closes the menu and leaves the focus at its button, without an action`, async () => {
    await using menu = await openMenu();
    await click(button("Seçenekler"));
    await press(key);
    assert.equal(items().length, 0);
    assertFocused(button("Seçenekler"));
    assert.deepEqual(menu.ran, []);
  });
}

Deno.test("an action runs once, with the menu closed and the focus back at its button", async () => {
  await using menu = await openMenu();
  await click(button("Seçenekler"));
  await click(button("İki"));
  assert.deepEqual(menu.ran, ["İki"]);
  assert.equal(items().length, 0);
  assertFocused(button("Seçenekler"));
});

Deno.test("a second press of the button closes the menu, and so does one elsewhere", async () => {
  await using _ = await openMenu();
  await click(button("Seçenekler"));
  await click(button("Seçenekler"));
  assert.equal(items().length, 0);
  await click(button("Seçenekler"));
  await fire(document.body, "pointerdown");
  assert.equal(items().length, 0);
});

Deno.test("an Enter key that is held down opens the menu and chooses nothing", async () => {
  await using _ = await openMenu();
  await click(button("Seçenekler"));
  assert.ok((await press("Enter", true)).defaultPrevented);
});

async function openMenu(): Promise<DomPage & { ran: string[] }> {
  const page = await openPage();
  const ran: string[] = [];
  const actions = ["Bir", "İki", "Üç"].map((label) => ({ label, run: () => void ran.push(label) }));
  await page.render(<MenuButton label="Seçenekler" actions={actions}>Tümü</MenuButton>);
  return { ...page, ran };
}

const items = () => [...document.querySelectorAll("[role=menuitem]")];

function press(key: string, repeat = false): Promise<Event> {
  return fire(document.activeElement!, "keydown", { key, repeat });
}
