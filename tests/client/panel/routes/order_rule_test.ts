// The control 'Sıra' on the screen 'Kurallar' (docs/house.md#order).
import { strict as assert } from "node:assert";
import { click, field, pageText, perform, type, until } from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import { alertText, openWholePanel } from "../../../support/dom/whole_panel.ts";
import { createOwner, type TestOwner } from "../../../support/people/factories.ts";
import { houseOf } from "../../../support/people/house.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const PATIENT = "Bahşişe göre, bekleyen unutulmadan";
const SONGS = "Öne geçebilecek şarkı sayısı";

Deno.test("'Sıra' is saved at once, then takes the number of songs, and guests read it", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/rules", owner.token);
  assert.ok(field("Bahşişe göre").checked);
  assert.doesNotMatch(pageText(), new RegExp(SONGS));
  await click(field(PATIENT));
  await until(() => pageText().includes("en fazla 5 şarkı geçebilir."));
  assert.deepEqual(await orderOf(app, owner), ["patience", 5]);
  assert.equal(field(SONGS).value, "5");
  await leave("0");
  assert.match(pageText(), /en az 1, en fazla 50 şarkı geçebilir/);
  await leave("");
  assert.match(pageText(), /en az 1, en fazla 50 şarkı geçebilir/);
  await leave("3");
  await until(() => pageText().includes("en fazla 3 şarkı geçebilir."));
  assert.deepEqual(await orderOf(app, owner), ["patience", 3]);
  await click(field("Bahşişe göre"));
  await until(() => !pageText().includes("şarkı geçebilir"));
  assert.equal((await houseOf(app, owner)).order, "tip");
});

Deno.test("a change of 'Sıra' that fails says so, and the control shows the old order", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/rules", owner.token);
  panel.network.answer(
    "PUT",
    "/api/house",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
  await click(field(PATIENT));
  await until(() => alertText() === "Kaydedilemedi. Sistem şu anda yoğun.");
  assert.ok(field("Bahşişe göre").checked);
  assert.deepEqual(await orderOf(app, owner), ["tip", 5]);
});

async function leave(text: string): Promise<void> {
  await type(field(SONGS), text);
  await perform(() => field(SONGS).blur());
}

async function orderOf(app: TestApp, { token }: TestOwner): Promise<[string, number]> {
  const rules = await (await app.call("GET", "/api/house", { token })).json();
  return [rules.order, rules.patienceSongs];
}
