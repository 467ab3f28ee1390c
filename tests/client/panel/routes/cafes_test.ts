import { strict as assert } from "node:assert";
import { fill, send } from "../../../support/dom/forms.ts";
import { refusal } from "../../../support/dom/network.ts";
import { button, click, link, pageText, until } from "../../../support/dom/page.ts";
import {
  answerDialog,
  headed,
  openWholePanel,
  storedToken,
  toldText,
} from "../../../support/dom/whole_panel.ts";
import { createOwnerWithPassword, PASSWORD } from "../../../support/people/accounts.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { submit } from "../../../support/people/requests.ts";
import {
  createPerson,
  createStaff,
  enlist,
  payloadOf,
  teamOf,
} from "../../../support/people/team.ts";
import { testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/cafes";

Deno.test("a login with more than one cafe chooses one, and switches without showing the other's data", async () => {
  await using app = await testApp();
  const own = await createOwnerWithPassword(app);
  const other = await createOwner(app.deps, "Köşe");
  await enlist(app.deps, { accountId: own.ownerId }, other.ownerId);
  await submit(app, own.ownerId, { songTitle: "Benimki" });
  await submit(app, other.ownerId, { songTitle: "Köşeninki" });
  await using panel = await openWholePanel(app, "/panel/login");
  await fill({ "E-posta": own.email, "Şifre": PASSWORD });
  await send("Giriş yap");
  await headed("Hangi kafe?");
  await click(button("Köşe Ekip üyesi"));
  await headed("İstekler");
  await until(() => pageText().includes("Köşeninki"));
  assert.ok(!pageText().includes("Kazançlarım"));

  // An answer about the cafe before arrives after the switch.
  const waiting = panel.network.hold("GET", "/api/requests");
  panel.sockets.latest().say({ type: "ready", revision: 1 });
  await until(() => waiting.length === 1);
  const late = await app.call("GET", "/api/requests", { token: storedToken()! });
  await until(() => document.querySelector(".bar-cafe"));
  await click(link("Köşe, kafe değiştir"));
  await headed("Hangi kafe?");
  panel.network.restore("GET", "/api/requests");
  await click(button("Kafe Deneme Kafe sahibi"));
  waiting[0]!.release(late);
  await headed("İstekler");
  await until(() => pageText().includes("Benimki"));
  assert.ok(!pageText().includes("Köşe"));
  assert.ok(link("Kazançlarım"));
});

Deno.test("leaving a team comes after a question; the login goes on at the other cafe, and after the last one ends", async () => {
  await using app = await testApp();
  const [one, two] = [await createOwner(app.deps, "Bir"), await createOwner(app.deps, "İki")];
  const staff = await createStaff(app.deps, one.ownerId);
  await enlist(app.deps, staff, two.ownerId);
  await using _ = await openWholePanel(app, PATH, staff.token);
  await headed("Hangi kafe?");
  // Until it is opened, the screen offers the cafes and the logout alone.
  const fold = button("Bir: Ekipten ayrıl").closest("details")!;
  assert.equal(fold.open, false);
  assert.equal(button("Hesabımı sil").closest("details"), fold);
  const shown = [...document.querySelectorAll("main button")].filter((it) => !fold.contains(it));
  assert.deepEqual(shown.map(({ textContent }) => textContent), [
    "Bir Ekip üyesi",
    "İki Ekip üyesi",
    "Çıkış yap",
  ]);
  await click(fold.querySelector("summary")!);
  await click(button("Bir: Ekipten ayrıl"));
  await answerDialog("Vazgeç");
  assert.equal((await teamOf(app, one.token)).length, 1);
  await click(button("Bir: Ekipten ayrıl"));
  await answerDialog("Ekipten ayrıl");
  await headed("Hesabım");
  assert.deepEqual(await teamOf(app, one.token), []);
  assert.equal(payloadOf(storedToken()!).cafe, two.ownerId);
  await click(button("İki: Ekipten ayrıl"));
  await answerDialog("Ekipten ayrıl");
  await headed("Kafe girişi");
  assert.match(pageText(), /Ekipten ayrıldınız\./);
  assert.equal(storedToken(), null);
});

Deno.test("a person in no team reads what they can do, from whichever address", async () => {
  await using app = await testApp();
  const { token } = await createPerson(app.deps);
  for (const path of ["/panel/dashboard", "/panel/login", "/admin/payouts"]) {
    await using _ = await openWholePanel(app, path, token);
    await headed("Hesabım");
    assert.match(pageText(), /hiçbir kafenin ekibinde değilsiniz/);
    for (const name of ["Verilerimi indir", "Hesabımı sil", "Çıkış yap"]) assert.ok(button(name));
  }
});

Deno.test("a choice that fails is told, and the cafe stays", async () => {
  await using app = await testApp();
  const staff = await createStaff(app.deps, (await createOwner(app.deps)).ownerId);
  await using panel = await openWholePanel(app, PATH, staff.token);
  panel.network.answer("POST", "/api/team/cafes", refusal("cafe_not_found", "Bu kafe bulunamadı."));
  await click(button("Kafe Deneme Ekip üyesi"));
  await until(() => toldText().includes("Kafe seçilirken bir hata oluştu.Bu kafe bulunamadı."));
  assert.equal(storedToken(), staff.token);
});
