import { strict as assert } from "node:assert";
import { SCREEN_ACCESS } from "../../../../server/contract/access.ts";
import { PANEL_PATHS } from "../../../../server/pages/send_page.ts";
import { faults, fill, send } from "../../dom/forms.ts";
import { refusal } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  link,
  pageText,
  perform,
  texts,
  until,
} from "../../dom/page.ts";
import {
  alertText,
  answerDialog,
  dialog,
  headed,
  openOwnPanel,
  openWholePanel,
  storedToken,
  toldText,
} from "../../dom/whole_panel.ts";
import { useSource } from "../../../support/music/manual_cafe.ts";
import { connect } from "../../../support/people/connection.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { setRules } from "../../../support/people/house.ts";
import { lettersOf } from "../../../support/people/letters.ts";
import { decide, submit } from "../../../support/people/requests.ts";
import { createStaff, invite, join, joinTokenFor, teamOf } from "../../../support/people/team.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/team";
const EMAIL = "deniz@ornek.test";
const INVITE = "Davet et";

const rows = () => texts(".session .member-words");

Deno.test("a team without anyone says what its people would see, and the form invites", async () => {
  await using _ = await openOwnPanel(PATH);
  assert.match(document.body.textContent, /henüz kimse yok.*IBAN'ınızı.*göremez/);
  await send(INVITE);
  assert.deepEqual(faults(), {
    "Adı": "Kişinin adını girin.",
    "E-posta": "Geçerli bir e-posta adresi girin.",
  });
  await fill({ "Adı": "Deniz", "E-posta": EMAIL });
  await send(INVITE);
  await until(() => /^Davet hazırlandı\. Bağlantı 7 gün geçerlidir\. /.test(toldText()));
  await until(() => rows().length === 1);
  assert.deepEqual(rows(), [`Denizdavet edildi${EMAIL}`]);
});

Deno.test("an invitation is sent again, and the person who joins is shown as the room is told", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await invite(app, token);
  await using panel = await openWholePanel(app, PATH, token);
  await click(button("Deniz: Yeniden gönder"));
  await until(() => /^Davet hazırlandı\. Bağlantı 7 gün geçerlidir\. /.test(toldText()));
  assert.equal((await lettersOf(app, EMAIL)).length, 2);
  await join(app, await joinTokenFor(app, EMAIL));
  await until(() => panel.sockets.latest());
  await panel.hear({ type: "queue_updated", ownerId, revision: 1_000_000 });
  await until(() => rows()[0] === `Denizkatıldı${EMAIL}`);
});

Deno.test("a membership ends after a question that says what happens", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await createStaff(app.deps, ownerId, "Ayşe");
  await using _ = await openWholePanel(app, PATH, token);
  await click(button("Ayşe: Ekipten çıkar"));
  assert.match(dialog()!.textContent, /Ayşe bu kafeden hemen çıkış yapmış olur/);
  await answerDialog("Vazgeç");
  assert.equal((await teamOf(app, token)).length, 1);
  await click(button("Ayşe: Ekipten çıkar"));
  await answerDialog("Ekipten çıkar");
  await until(() => toldText() === "Ayşe artık ekibinizde değil.");
  await until(() => rows().length === 0);
  assertFocused(document.getElementById("team-heading"));
  assert.deepEqual(await teamOf(app, token), []);
});

Deno.test("an invitation is taken back, one that is gone meanwhile is told", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await invite(app, token);
  await using panel = await openWholePanel(app, PATH, token);
  panel.network.answer(
    "DELETE",
    "/api/team/",
    refusal("member_not_found", "Bu kişi ekibinizde değil."),
  );
  const takeBack = async () => {
    await click(button("Deniz: Daveti geri al"));
    await answerDialog("Daveti geri al");
  };
  await takeBack();
  await until(() => toldText().includes("Bu kişi ekibinizde değil."));
  panel.network.restore("DELETE", "/api/team/");
  await takeBack();
  await until(() => toldText().includes("Davet geri alındı."));
  assert.deepEqual(await teamOf(app, token), []);
});

Deno.test("a team that cannot be loaded says so, and a refused invitation keeps what was typed", async () => {
  await using panel = await openOwnPanel(PATH);
  panel.network.answer(
    "POST",
    "/api/team",
    refusal("team_full", "Ekibinizde en fazla 50 kişi olabilir."),
  );
  await fill({ "Adı": "Deniz", "E-posta": EMAIL });
  await send(INVITE);
  await until(() => alertText().includes("en fazla 50 kişi"));
  assert.equal(document.querySelector<HTMLInputElement>("[name=email]")!.value, EMAIL);
});

const BAR = ".bar-places :is(a, button)";

Deno.test("staff see their two screens and nothing else, and nothing that they open is refused", async () => {
  await using app = await testApp();
  const { owner, staff, watched } = await team(app);
  {
    await using _ = await openWholePanel(watched, "/panel/dashboard", staff.token);
    await until(() => pageText().includes("Kafenin Spotify hesabı bağlı değil"));
    assert.deepEqual(barTexts(), ["İstekler", "Diğer", "Çıkış yap"]);
    assert.match(pageText(), /şarkılar çalınamıyor\. Kafe sahibine haber verin\./);
    assert.doesNotMatch(pageText(), /Spotify'a bağlan|Kurallar/);
  }
  await useSource(app.deps, owner.ownerId, "library");
  await using _ = await openWholePanel(watched, "/panel/player", staff.token);
  await headed("Oynatıcı");
  await until(() => barTexts().length === 4);
  assert.deepEqual(barTexts(), ["İstekler", "Oynatıcı", "Diğer", "Çıkış yap"]);
  assert.ok(button("Müziği başlat"));
  assert.deepEqual(watched.refused, []);
});

Deno.test("with a connected account staff decide and are asked nothing of the owner's", async () => {
  await using app = await testApp();
  const { owner, staff, watched } = await team(app);
  await connect(app, owner.token);
  await submit(app, owner.ownerId, { songTitle: "Gülpembe" });
  await using panel = await openWholePanel(watched, "/panel/dashboard", staff.token);
  await click(button("Onayla: Gülpembe"));
  await until(() => document.querySelector(".queued-row"));
  await perform(() => panel.time.pass(20_000));
  assert.match(pageText(), /Spotify bağlı/);
  assert.equal(document.querySelector("a.account-link"), null);
  assert.deepEqual(watched.refused, []);
});

for (const [path, access] of Object.entries(SCREEN_ACCESS)) {
  if (access !== "owner") continue;
  Deno.test(`staff who type ${path} read whose screen that is, and no call is refused`, async () => {
    await using app = await testApp();
    const { staff, watched } = await team(app);
    await using _ = await openWholePanel(watched, path, staff.token);
    await headed("Kafe sahibinin ekranı");
    assert.match(pageText(), /Bu ekranı yalnızca kafe sahibi açabilir\./);
    assert.deepEqual(watched.refused, []);
    await click(link("İsteklere dön"));
    await headed("İstekler");
  });
}

Deno.test("each screen of a cafe has its row in the table of access", () => {
  const open = /login|register|verify|password|join|owners-only|admin/;
  const screens = PANEL_PATHS.filter((path) => !open.test(path));
  assert.deepEqual(screens.filter((path) => !(path in SCREEN_ACCESS)), []);
});

Deno.test("while requests are closed staff are told to ask the owner", async () => {
  await using app = await testApp();
  const { owner, staff } = await team(app);
  await setRules(app, owner, { requests: "closed" });
  await using _ = await openWholePanel(app, "/panel/dashboard", staff.token);
  await until(() => pageText().includes("Kafe şu anda istek almıyor."));
  assert.match(pageText(), /Açılması gerekiyorsa kafe sahibine haber verin\./);
  assert.doesNotMatch(pageText(), /İstekleri aç/);
});

Deno.test("the owner reads who of the team approved a song, and nothing beside the own ones", async () => {
  await using app = await testApp();
  const { owner, staff } = await team(app);
  for (const token of [owner.token, staff.token]) {
    const { _id } = await submit(app, owner.ownerId);
    await decide(app, token, _id, "approved");
  }
  const names = () => texts(".decided-by");
  {
    await using _ = await openWholePanel(app, "/panel/dashboard", owner.token);
    assert.deepEqual(names(), ["Onaylayan: Ayşe"]);
  }
  await using _ = await openWholePanel(app, "/panel/dashboard", staff.token);
  assert.deepEqual(names(), ["Onaylayan: Kafe sahibi", "Onaylayan: Ayşe"]);
});

Deno.test("at a cafe with a till staff tick the tips on the dashboard", async () => {
  await using app = await testApp();
  const { owner, staff, watched } = await team(app);
  await setRules(app, owner, { tips: "till" });
  await submit(app, owner.ownerId, { songTitle: "Gülpembe", tipAmount: 20 });
  await using _ = await openWholePanel(watched, "/panel/dashboard", staff.token);
  await click(button("Alındı: Gülpembe"));
  await until(() => button("Alındı: Gülpembe").getAttribute("aria-pressed") === "true");
  assert.deepEqual(barTexts(), ["İstekler", "Diğer", "Çıkış yap"]);
  assert.deepEqual(watched.refused, []);
});

Deno.test("staff reach their logins and come back, and a removal ends at the login with its reason", async () => {
  await using app = await testApp();
  const { owner, staff } = await team(app);
  await using panel = await openWholePanel(app, "/panel/sessions", staff.token);
  await headed("Güvenlik");
  await click(link("Hesabıma dön"));
  await headed("Hesabım");
  await click(button("Kafe Deneme Ekip üyesi"));
  await headed("İstekler");
  await until(() => panel.sockets.latest());
  await app.call("DELETE", `/api/team/${staff.accountId}`, { token: owner.token });
  await panel.hear({ type: "ready", revision: 1_000_000 });
  await headed("Kafe girişi");
  assert.match(pageText(), /Bu kafedeki yetkiniz sona erdi\. Bir yanlışlık varsa/);
  assert.equal(storedToken(), null);
});

async function team(app: TestApp) {
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId, "Ayşe");
  return { owner, staff, watched: watch(app) };
}

/** `refused` are the calls that the server refused because of the role. */
function watch({ fetch }: TestApp) {
  const refused: string[] = [];
  return {
    refused,
    async fetch(...[path, init]: Parameters<TestApp["fetch"]>) {
      const answer = await fetch(path, init);
      if (answer.status === 403) refused.push(String(path));
      return answer;
    },
  };
}

const barTexts = () =>
  [...document.querySelectorAll(BAR)].map(({ textContent }) => textContent.replace(/\d.*/, ""));
