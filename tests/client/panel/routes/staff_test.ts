import { strict as assert } from "node:assert";
import { SCREEN_ACCESS } from "../../../../server/contract/access.ts";
import { PANEL_PATHS } from "../../../../server/pages/plain_pages.tsx";
import { useSource } from "../../../support/music/use_source.ts";
import { button, click, link, pageText, perform, until } from "../../../support/dom/page.ts";
import { headed, openWholePanel, storedToken } from "../../../support/dom/whole_panel.ts";
import { connect } from "../../../support/people/connection.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { setRules } from "../../../support/people/house.ts";
import { decide, submit } from "../../../support/people/requests.ts";
import { createStaff } from "../../../support/people/team.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const BAR = ".bar-places :is(a, button)";

Deno.test("staff see their two screens and nothing else, and nothing that they open is refused", async () => {
  await using app = await testApp();
  const { owner, staff } = await team(app);
  const watched = watch(app);
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
  const { owner, staff } = await team(app);
  await connect(app, owner.token);
  await submit(app, owner.ownerId, { songTitle: "Gülpembe" });
  const watched = watch(app);
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
    const { staff } = await team(app);
    const watched = watch(app);
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
  const names = () =>
    [...document.querySelectorAll(".decided-by")].map(({ textContent }) => textContent);
  {
    await using _ = await openWholePanel(app, "/panel/dashboard", owner.token);
    assert.deepEqual(names(), ["Onaylayan: Ayşe"]);
  }
  await using _ = await openWholePanel(app, "/panel/dashboard", staff.token);
  assert.deepEqual(names(), ["Onaylayan: Kafe sahibi", "Onaylayan: Ayşe"]);
});

Deno.test("at a cafe with a till staff tick the tips on the dashboard", async () => {
  await using app = await testApp();
  const { owner, staff } = await team(app);
  await setRules(app, owner, { tips: "till" });
  await submit(app, owner.ownerId, { songTitle: "Gülpembe", tipAmount: 20 });
  const watched = watch(app);
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
  await perform(() => panel.sockets.latest().say({ type: "ready", revision: 1_000_000 }));
  await headed("Kafe girişi");
  assert.match(pageText(), /Bu kafedeki yetkiniz sona erdi\. Bir yanlışlık varsa/);
  assert.equal(storedToken(), null);
});

async function team(app: TestApp) {
  const owner = await createOwner(app.deps);
  return { owner, staff: await createStaff(app.deps, owner.ownerId, "Ayşe") };
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

function barTexts(): string[] {
  return [...document.querySelectorAll(BAR)].map(({ textContent }) =>
    textContent.replace(/\d.*/, "")
  );
}
