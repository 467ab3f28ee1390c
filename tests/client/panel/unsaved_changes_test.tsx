import { strict as assert } from "node:assert";
import { ConfirmDialog } from "../../../client/panel/routes/__root.tsx";
import { createConfirmation } from "../../../client/lib/confirmation.ts";
import { createUnsavedChanges } from "../../../client/panel/services.ts";
import { button, click, openPage, pageText, perform } from "../../support/dom/page.ts";

Deno.test("leaving without unsaved changes needs no confirmation", async () => {
  const confirmation = createConfirmation();
  const unsavedChanges = createUnsavedChanges(confirmation);
  unsavedChanges.set(true);
  unsavedChanges.set(false);
  assert.equal(await unsavedChanges.mayLeave(), true);
  assert.equal(confirmation.current(), null);
});

for (const [label, leaves] of [["Vazgeç", false], ["Kaydetmeden ayrıl", true]] as const) {
  Deno.test(`leaving with unsaved changes asks, and '${label}' ${leaves ? "leaves" : "stays"}`, async () => {
    await using page = await openPage();
    const confirmation = createConfirmation();
    const unsavedChanges = createUnsavedChanges(confirmation);
    await page.render(<ConfirmDialog confirmation={confirmation} />);
    unsavedChanges.set(true);
    let mayLeave: Promise<boolean> | undefined;
    await perform(() => void (mayLeave = unsavedChanges.mayLeave()));
    assert.ok(document.querySelector("dialog")!.open);
    assert.match(pageText(), /Yaptığınız değişiklikler kaydedilmedi\./);
    await click(button(label));
    assert.equal(await mayLeave, leaves);
    assert.equal(unsavedChanges.exist(), !leaves);
    assert.ok(!document.querySelector("dialog")!.open);
  });
}

Deno.test("a second question answers the first with no", async () => {
  const confirmation = createConfirmation();
  const question = { title: "Emin misiniz?", text: "", action: "Evet" };
  const first = confirmation.ask(question);
  const second = confirmation.ask(question);
  assert.equal(await first, false);
  confirmation.current()!.answer(true);
  assert.equal(await second, true);
});
