import { strict as assert } from "node:assert";
import { refusal, refused } from "../../dom/network.ts";
import { faults, fill, send, sendLogin } from "../../dom/forms.ts";
import { button, click, field, link, pageText, settle, until } from "../../dom/page.ts";
import {
  answerDialog,
  dialog,
  headed,
  heading,
  openWholePanel,
  storedToken,
  toldText,
} from "../../dom/whole_panel.ts";
import { createOwnerWithPassword, PASSWORD } from "../../../support/people/accounts.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { submit } from "../../../support/people/requests.ts";
import {
  createPerson,
  createStaff,
  enlist,
  invite,
  join,
  joinTokenFor,
  payloadOf,
  teamOf,
} from "../../../support/people/team.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const EMAIL = "deniz@ornek.test";
const DAY_MS = 24 * 60 * 60_000;

Deno.test("an invitation shows its cafe and address; a password joins and leads to the dashboard", async () => {
  await using app = await testApp();
  const { ownerId, path } = await invited(app);
  await using _ = await openWholePanel(app, path);
  await headed("Ekibe katıl");
  assert.match(pageText(), /Kafe Deneme sizi ekibine davet etti/);
  assert.equal(field("E-posta").value, EMAIL);
  await fill({ "Şifre": "kısa" });
  await send("Katıl");
  assert.deepEqual(faults(), { "Şifre": "Şifre en az 8 karakter olmalıdır." });
  await fill({ "Şifre": PASSWORD });
  await send("Katıl");
  await headed("İstekler");
  assert.equal(payloadOf(storedToken()!).cafe, ownerId);
});

Deno.test("a link that is unknown, used or expired says what to do, and leads to the login", async () => {
  await using app = await testApp();
  const { path } = await invited(app);
  const ended = async (path: string) => {
    await using _ = await openWholePanel(app, path);
    await headed("Bu davet artık geçerli değil");
    assert.match(pageText(), /giriş yapın; katılmadıysanız kafe sahibinden yeni bir davet isteyin/);
    await click(link("Girişe git"));
    await headed("Kafe girişi");
  };
  await ended("/panel/join/yok");
  await join(app, path.split("/").at(-1)!);
  await ended(path);
  const other = await invited(app, "ege@ornek.test");
  app.clock.pass(8 * DAY_MS);
  await ended(other.path);
});

Deno.test("a link that is used elsewhere while its screen is open says so once it is sent", async () => {
  await using app = await testApp();
  const { path } = await invited(app);
  await using _ = await openWholePanel(app, path);
  await join(app, path.split("/").at(-1)!);
  await fill({ "Şifre": PASSWORD });
  await send("Katıl");
  await headed("Bu davet artık geçerli değil");
  assert.equal(storedToken(), null);
});

Deno.test("an address that has an account is led to the login and back, joins by a press, and chooses between the cafes", async () => {
  await using app = await testApp();
  const person = await createOwnerWithPassword(app);
  const { token, path } = await invited(app, person.email);
  const joined = async () => (await teamOf(app, token))[0]!.joined;
  await using _ = await openWholePanel(app, path);
  assert.match(pageText(), /bir hesabınız var: giriş yapın, ardından burada katılın/);
  await click(link("Giriş yap"));
  await headed("Kafe girişi");
  assert.equal(field("E-posta").value, person.email);
  await fill({ "Şifre": PASSWORD });
  await send("Giriş yap");
  await headed("Ekibe katıl");
  assert.equal(await joined(), false);
  await click(button("Katıl"));
  await headed("Hangi kafe?");
  assert.match(toldText(), /Kafe Deneme ekibine katıldınız\./);
  assert.equal(await joined(), true);
});

Deno.test("who is logged in and has no cafe joins by a press, and is led to the cafe", async () => {
  await using app = await testApp();
  const person = await createPerson(app.deps);
  const { ownerId, path } = await invited(app, person.email);
  await using _ = await openWholePanel(app, path, person.token);
  await headed("Ekibe katıl");
  await click(button("Katıl"));
  await headed("İstekler");
  assert.equal(payloadOf(storedToken()!).cafe, ownerId);
});

Deno.test("who is logged in with another account reads so, and keeps the login", async () => {
  await using app = await testApp();
  const other = await createOwner(app.deps);
  const { token, path } = await invited(app);
  await using _ = await openWholePanel(app, path, other.token);
  await headed("Başka hesapla girdiniz");
  assert.ok(pageText().includes(EMAIL));
  assert.equal(storedToken(), other.token);
  assert.equal((await teamOf(app, token))[0]!.joined, false);
});

Deno.test("an invitation that is taken back while its screen is open is told, and the person stays", async () => {
  await using app = await testApp();
  const person = await createOwnerWithPassword(app);
  const { token, path } = await invited(app, person.email);
  await using _ = await openWholePanel(app, path, person.token);
  await headed("Ekibe katıl");
  const [{ accountId } = { accountId: "" }] = await teamOf(app, token);
  await app.call("DELETE", `/api/team/${accountId}`, { token });
  await click(button("Katıl"));
  await until(() => toldText().includes("Ekibe katılırken bir hata oluştu."));
  assert.equal(heading(), "Ekibe katıl");
});

for (const [answer, joined] of [["Katıl", true], ["Vazgeç", false]] as const) {
  Deno.test(`after a login the panel asks once about an invitation; '${answer}' ${joined ? "joins" : "does not join"}`, async () => {
    await using app = await testApp();
    const person = await createOwnerWithPassword(app);
    const { token } = await invited(app, person.email);
    await using _ = await openWholePanel(app, "/panel/login");
    await sendLogin(person.email);
    await until(() => dialog()?.textContent?.includes("Kafe Deneme sizi ekibine davet etti"));
    await answerDialog(answer);
    await headed(joined ? "Hangi kafe?" : "İstekler");
    assert.equal(dialog(), null);
    assert.equal((await teamOf(app, token))[0]!.joined, joined);
  });
}

Deno.test("an invitation that cannot be asked for says so", async () => {
  await using app = await testApp();
  const { path } = await invited(app);
  const busy: TestApp["fetch"] = (path, init) =>
    String(path).startsWith("/api/team/join/")
      ? Promise.resolve(refused("database_unavailable", "Sistem şu anda yoğun."))
      : app.fetch(path, init);
  await using _ = await openWholePanel({ fetch: busy }, path);
  await until(() => pageText().includes("Davet yüklenemedi."));
});

/** A cafe that has invited this address. `path` is the link's. */
async function invited(app: TestApp, email = EMAIL) {
  const owner = await createOwner(app.deps);
  await invite(app, owner.token, { email, name: "Deniz" });
  return { ...owner, path: `/panel/join/${await joinTokenFor(app, email)}` };
}

const PATH = "/panel/cafes";

Deno.test("a decision that is slow to be answered shows nothing of its cafe at the one that was chosen meanwhile", async () => {
  await using app = await testApp();
  const own = await createOwner(app.deps, "Benim Kafem");
  const other = await createOwner(app.deps, "Köşe");
  await enlist(app.deps, { accountId: own.ownerId }, other.ownerId);
  await submit(app, own.ownerId, { songTitle: "Benimki" });
  await submit(app, own.ownerId, { songTitle: "Öbürü" });
  await using panel = await openWholePanel(app, "/panel/dashboard", own.token);
  await until(() => document.querySelector(".bar-cafe"));
  const decision = panel.network.hold("PUT", "/api/requests/");
  await click(button("Onayla: Benimki"));
  await click(document.querySelector<HTMLElement>(".bar-cafe")!);
  await headed("Hangi kafe?");
  decision[0]!.release();
  await until(() => panel.network.underWay() === 0 && panel.network.calls.length > 0);
  await settle();
  await until(() => panel.network.underWay() === 0);
  const late = panel.network.hold("GET", "/api/requests");
  await click(button("Köşe Ekip üyesi"));
  await until(() => late.length > 0);
  await settle();
  assert.doesNotMatch(pageText(), /Öbürü/);
  late.forEach(({ release }) => release());
  await headed("İstekler");
  assert.doesNotMatch(pageText(), /Öbürü/);
});

Deno.test("a login with more than one cafe chooses one, and switches without showing the other's data", async () => {
  await using app = await testApp();
  const own = await createOwnerWithPassword(app);
  const other = await createOwner(app.deps, "Köşe");
  await enlist(app.deps, { accountId: own.ownerId }, other.ownerId);
  await submit(app, own.ownerId, { songTitle: "Benimki" });
  await submit(app, other.ownerId, { songTitle: "Köşeninki" });
  await using panel = await openWholePanel(app, "/panel/login");
  await sendLogin(own.email);
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
