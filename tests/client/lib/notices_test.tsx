import { strict as assert } from "node:assert";
import { Notices } from "../../../client/components/Notices.tsx";
import { createNotices } from "../../../client/lib/notices.ts";
import { button, click, openPage, pageText, perform } from "../dom/page.ts";

Deno.test("a notice replaces one with the same text, and every older success", () => {
  const notices = createNotices();
  notices.show("success", "Kaydedildi.");
  notices.show("error", "Olmadı.", "Sunucu yanıt vermedi.");
  notices.show("success", "Gönderildi.");
  assert.deepEqual(textsOf(notices), ["Olmadı.", "Gönderildi."]);
  const [failure] = notices.current();
  notices.show("error", "Olmadı.");
  assert.deepEqual(textsOf(notices), ["Olmadı."]);
  assert.notEqual(notices.current()[0]!.id, failure!.id, "a new one, so that it is read again");
});

Deno.test("a detail that repeats the text is left out", () => {
  const notices = createNotices();
  notices.show("error", "Olmadı.", "Olmadı.");
  assert.equal(notices.current()[0]!.detail, undefined);
});

Deno.test("a success disappears after eight seconds, an error when it is dismissed", async () => {
  await using page = await openPage();
  const notices = createNotices();
  await page.render(<Notices notices={notices} close="Bildirimi kapat" />);
  await perform(() => notices.show("success", "Kaydedildi."));
  await page.time.pass(7_999);
  assert.match(pageText(), /Kaydedildi\./);
  await page.time.pass(1);
  assert.equal(pageText(), "");
  await perform(() => notices.show("error", "Olmadı.", "Sunucu yanıt vermedi."));
  await page.time.pass(60_000);
  assert.equal(pageText(), "Olmadı.Sunucu yanıt vermedi.");
  await click(button("Bildirimi kapat"));
  assert.equal(pageText(), "");
});

Deno.test("all notices can be dismissed at once", () => {
  const notices = createNotices();
  notices.show("error", "Olmadı.");
  notices.show("error", "Bu da olmadı.");
  notices.dismiss();
  assert.deepEqual(textsOf(notices), []);
});

function textsOf(notices: ReturnType<typeof createNotices>): string[] {
  return notices.current().map(({ text }) => text);
}
