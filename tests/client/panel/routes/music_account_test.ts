import { strict as assert } from "node:assert";
import { findAccount } from "../../../../db/accounts.ts";
import { issueToken } from "../../../../server/auth/tokens.ts";
import { button, click, link, pageText, until } from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import { headed, openWholePanel, toldText } from "../../../support/dom/whole_panel.ts";
import { chooseSource } from "../../../support/music/manual_cafe.ts";
import { connectedOwner } from "../../../support/people/cafe_evening.ts";
import { connect } from "../../../support/people/connection.ts";
import { createOwner, type TestOwner } from "../../../support/people/factories.ts";
import { decide, submit } from "../../../support/people/requests.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const DASHBOARD = "/panel/dashboard";
/** The address of the page in a DOM test. */
const HERE = { APP_ORIGIN: "http://kafe.test" };
const PLAY = "Sıradaki şarkıyı çal";
const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("from day 150 on the dashboard warns, and after six months it says to reconnect; the queue stays", async () => {
  await using app = await testApp(HERE);
  const owner = await connectedOwner(app);
  const { _id } = await submit(app, owner.ownerId);
  await decide(app, owner.token, _id, "approved");

  app.clock.pass(151 * DAY_MS);
  {
    await using _ = await openWholePanel(app, DASHBOARD, await tokenNow(app, owner));
    assert.match(pageText(), /tarihinde sona erecek\. Müziğin kesilmemesi için/);
    assert.ok(button("Spotify'ı yeniden bağla"));
  }
  app.clock.pass(39 * DAY_MS);
  {
    await using _ = await openWholePanel(app, DASHBOARD, await tokenNow(app, owner));
    assert.match(pageText(), /Spotify izni sona erdi\. Şarkı sıranız silinmedi/);
    assert.ok(button("Sıradan çıkar: Gülpembe"));
    assert.ok(button(PLAY).disabled);
    assert.ok(button("Spotify'ı yeniden bağla"));
  }
  await connect(app, await tokenNow(app, owner));
  await using _ = await openWholePanel(app, DASHBOARD, await tokenNow(app, owner));
  assert.ok(link("Spotify bağlı"));
  assert.equal(document.querySelector(".music-account-problem"), null, "all is well");
});

Deno.test("a music account that cannot be checked counts as not connected, and says so", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/share", token);
  await until(() => pageText().includes("Spotify bağlı değil"));
  panel.network.answer(
    "GET",
    "/api/auth/status",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
  await click(link("İstekler"));
  await until(() => pageText().includes("Bağlantı durumu şu anda kontrol edilemiyor."));
  assert.ok(button(PLAY).disabled);
  assert.doesNotMatch(pageText(), /bağlayın/, "which may be untrue");
  panel.network.restore("GET", "/api/auth/status");
  await click(button("Tekrar dene"));
  await until(() => pageText().includes("Çalmak için önce Spotify hesabınızı bağlayın."));
  assert.match(panel.takeFaults().join(), /music account/);
});

Deno.test("a refused consent is explained once, and leaves the address", async () => {
  await using app = await testApp(HERE);
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/music?spotify=refused", token);
  await until(() => toldText() === "Spotify'da izin verilmedi, hesap bağlanmadı.");
  await until(() => location.search === "");
  assert.match(pageText(), /Spotify bağlı değil/);
});

Deno.test("a cafe whose source needs no account is not asked to connect one", async () => {
  await using app = await testApp(HERE);
  const { token } = await createOwner(app.deps);
  assert.equal((await chooseSource(app, token, "manual")).status, 200);
  await using _ = await openWholePanel(app, DASHBOARD, token);
  await until(() => pageText().includes("Başka sistem"));
  assert.equal(document.querySelector(".music-account-problem"), null);
  assert.doesNotMatch(pageText(), /Spotify|müzik hesab/i);
});

Deno.test("the strip of the demo account stands in the panel of cafes that use it, and of no others", async () => {
  await using app = await testApp(HERE);
  const { token } = await createOwner(app.deps);
  const strip = () => document.querySelector(".demo-banner");
  {
    await using panel = await openWholePanel(app, DASHBOARD, token);
    await until(() => strip());
    assert.match(strip()!.textContent!, /^Demo: Spotify yerine/);
    // Below a screen that is loading it would stand in sight, and be moved by what arrives.
    const held = panel.network.hold("GET", "/api/payouts/summary");
    await click(link("Kazançlarım"));
    await panel.time.pass(1000);
    assert.match(pageText(), /Yükleniyor…/);
    assert.ok(!strip());
    held[0]!.release();
    await headed("Kazançlarım");
    await until(() => strip());
  }
  assert.equal((await chooseSource(app, token, "manual")).status, 200);
  await using panel = await openWholePanel(app, DASHBOARD, token);
  await until(() => pageText().includes("Başka sistem") && panel.network.underWay() === 0);
  assert.ok(!strip());
});

/** A login of today's: the first one has run out by then. */
async function tokenNow({ deps }: TestApp, { ownerId }: TestOwner): Promise<string> {
  return await issueToken(deps, (await findAccount(deps.db, ownerId))!);
}
