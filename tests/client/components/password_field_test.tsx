import { strict as assert } from "node:assert";
import { PasswordField } from "../../../client/components/TextField.tsx";
import { button, click, field, openPage, perform, submit, type } from "../../support/dom/page.ts";

Deno.test("a password is hidden until its button shows it, which says what it does and what was done", async () => {
  await using page = await openField();
  assert.equal(input().type, "password");
  assert.equal(status(), "");
  await type(input(), "gizli bir şifre");
  await click(button("Şifreyi göster"));
  assert.equal(input().type, "text");
  assert.equal(input().value, "gizli bir şifre");
  assert.equal(status(), "Şifre görünüyor.");
  await click(button("Şifreyi gizle"));
  assert.equal(input().type, "password");
  assert.equal(status(), "Şifre gizli.");
  assert.equal(page.network.calls.length, 0);
});

Deno.test("showing a password leaves the focus and the caret where they are", async () => {
  await using _ = await openField();
  await type(input(), "gizli bir şifre");
  input().setSelectionRange(5, 9);
  // As with a mouse: a button takes the focus on mouse down, unless the event is prevented.
  const { MouseEvent } = document.defaultView as unknown as { MouseEvent: typeof Event };
  const down = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
  await perform(() => button("Şifreyi göster").dispatchEvent(down));
  assert.ok(down.defaultPrevented);
  await perform(() => button("Şifreyi göster").click());
  assert.equal(input().type, "text");
  assert.deepEqual([input().selectionStart, input().selectionEnd], [5, 9]);
});

Deno.test("a shown password is sent hidden, so that browsers treat it as a password", async () => {
  await using _ = await openField();
  await click(button("Şifreyi göster"));
  await submit(input(), "gizli bir şifre");
  assert.equal(input().type, "password");
  assert.equal(button("Şifreyi göster").type, "button");
});

Deno.test("password managers and keyboards are told that it is a password", async () => {
  await using _ = await openField();
  for (const shown of [false, true]) {
    if (shown) await click(button("Şifreyi göster"));
    assert.equal(input().getAttribute("autocomplete"), "current-password");
    assert.equal(input().getAttribute("autocapitalize"), "none");
    assert.equal(input().getAttribute("spellcheck"), "false");
    assert.equal(input().name, "password");
  }
});

async function openField() {
  const page = await openPage();
  await page.render(
    <form onSubmit={(event) => event.preventDefault()}>
      <PasswordField label="Şifre" name="password" autoComplete="current-password" />
    </form>,
  );
  return page;
}

function input(): HTMLInputElement {
  return field("Şifre");
}

function status(): string {
  return document.querySelector("[role=status]")!.textContent ?? "";
}
