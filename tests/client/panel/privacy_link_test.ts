import { strict as assert } from "node:assert";
import { openPage } from "../../support/dom/page.ts";
import { openWholePanel } from "../../support/dom/whole_panel.ts";
import { createOwner } from "../../support/people/factories.ts";
import { type TestApp, testApp } from "../../support/start/test_app.ts";

Deno.test("the notice on personal data is linked where personal data is asked for", async () => {
  await using app = await testApp();
  const { token, cafeId } = await createOwner(app.deps);
  for (const [path, login] of [["/panel/profile", token], ["/panel/register"]] as const) {
    await using _ = await openWholePanel(app, path, login);
    await assertLinked(app);
  }
  await using _ = await openPage();
  document.body.innerHTML = await (await app.fetch(`/cafe/${cafeId}`)).text();
  await assertLinked(app);
});

async function assertLinked(app: TestApp): Promise<void> {
  const link = [...document.querySelectorAll("a")]
    .find(({ textContent }) => /aydınlatma metn/.test(textContent));
  assert.ok(link, `${document.title} links no notice`);
  const notice = await app.fetch(link.getAttribute("href")!);
  assert.equal(notice.status, 200);
  assert.match(await notice.text(), /Kişisel Verilerin Korunması Kanunu/);
}
