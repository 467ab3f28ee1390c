import { strict as assert } from "node:assert";
import { renderToString } from "react-dom/server";
import { addIcons, Icon, PUBLIC_ICONS } from "../../client/components/Icon.tsx";
import { PasswordField } from "../../client/components/TextField.tsx";
import { PANEL_ICONS } from "../../client/components/panel_icons.ts";
import { wholeWords } from "../../client/components/whole_words.tsx";
import { filesIn, readText } from "../code_rules/tree.ts";
import { button, click, field, fire, openPage, perform, submit, type } from "./dom/page.ts";

Deno.test("the public pages name no icon that only the panel adds", () => {
  const named = ["client/islands", "client/pages"].flatMap((folder) => filesIn(folder, /\.tsx$/))
    .flatMap((path) => [...readText(path).matchAll(/(?:<Icon name|\bicon)="(\w+)"/g)])
    .map(([, name]) => name!);
  assert.ok(named.length > 0);
  assert.deepEqual(named.filter((name) => !(name in PUBLIC_ICONS)), []);
});

Deno.test("the panel's icons are drawn once they are added", async () => {
  await using page = await openPage();
  addIcons(PANEL_ICONS);
  await page.render(<Icon name="wallet" />);
  assert.equal(document.querySelector("path")!.getAttribute("d"), PANEL_ICONS.wallet);
});

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
  assert.ok((await fire(button("Şifreyi göster"), "mousedown")).defaultPrevented);
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

const input = () => field("Şifre");
const status = () => document.querySelector("[role=status]")!.textContent ?? "";

/** The words that are kept whole, by sentence. */
const SENTENCES: [sentence: string, kept: string[]][] = [
  ["E-postanıza gönderilen kodu girin.", ["E-postanıza"]],
  ["Geçerli bir e-posta adresi girin.", ["e-posta"]],
  ["Kod e-postanızda; e-postanıza bakın.", ["e-postanızda;", "e-postanıza"]],
  ["Telefon numarası", []],
  ["", []],
];

for (const [sentence, kept] of SENTENCES) {
  Deno.test(`'${sentence}' reads the same, and ${kept.length} of its words are kept whole`, () => {
    const html = renderToString(<p>{wholeWords(sentence)}</p>).replaceAll("<!-- -->", "");
    const words = [...html.matchAll(/<span class="whole-word">([^<]*)<\/span>/g)];
    assert.deepEqual(words.map(([, word]) => word), kept);
    assert.equal(html.replace(/<[^>]+>/g, ""), sentence);
  });
}
