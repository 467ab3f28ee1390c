import { strict as assert } from "node:assert";
import { findAccount } from "../../../../db/people/accounts.ts";
import { issueToken } from "../../../../server/auth/tokens.ts";
import { PLAYLISTS, shareLink } from "../../../../server/music/demo/catalogue.ts";
import { BUSY, refused } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  field,
  link,
  pageText,
  perform,
  submit as submitField,
  texts,
  type,
  until,
} from "../../dom/page.ts";
import {
  headed,
  openOwnPanel,
  openRoom,
  openWholePanel,
  toldText,
  type WholePanel,
} from "../../dom/whole_panel.ts";
import { libraryApp } from "../../../support/music/library_app.ts";
import { chooseSource } from "../../../support/music/manual_cafe.ts";
import { connectedOwner } from "../../../support/people/cafe_evening.ts";
import { connect } from "../../../support/people/connection.ts";
import { createOwner, type TestOwner } from "../../../support/people/factories.ts";
import { queueSong } from "../../../support/people/requests.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/music";
const LINK = "Spotify çalma listesinin bağlantısı";
const LIST = PLAYLISTS[1]!;

Deno.test("a playlist is read by its link, shown with its title and cover, and removed", async () => {
  await using app = await testApp();
  const { token } = await connectedOwner(app);
  {
    await using panel = await openWholePanel(app, PATH, token);
    assert.match(pageText(), /Sırada istek yokken bu liste karışık çalar\./);
    const held = panel.network.hold("PUT", "/api/music");
    await submitField(field(LINK), ` ${shareLink(LIST)}?si=abc `);
    await until(() => held.length === 1);
    assert.match(pageText(), /Liste okunuyor…/);
    held[0]!.release();
    await until(() => toldText() === `'${LIST.name}' kaydedildi.`);
    assert.doesNotMatch(pageText(), /Liste okunuyor…/);
  }
  // As it was kept.
  await using panel = await openWholePanel(app, PATH, token);
  const list = document.querySelector(".music-list")!;
  assert.match(list.textContent!, new RegExp(LIST.name));
  assert.ok(list.querySelector(".cover"));
  panel.network.answer("PUT", "/api/music", BUSY);
  await click(button("Kaldır"));
  await until(() => /Liste kaldırılırken bir hata oluştu\./.test(toldText()));
  panel.network.restore("PUT", "/api/music");
  await click(button("Kaldır"));
  await until(() => document.querySelector(".music-list") === null);
  assert.match(toldText(), /Liste kaldırıldı\./);
});

for (
  const [what, text, sentence] of [
    ["is missing", "", "Listenin bağlantısını yapıştırın."],
    [
      "leads to no playlist",
      "https://example.com/liste",
      /herkese açık bir çalma listesi bulunamadı/,
    ],
  ] as const
) {
  Deno.test(`a link that ${what} is refused next to the field, which has the focus and keeps its text`, async () => {
    await using _ = await openOwnPanel(PATH, { as: connectedOwner });
    await submitField(field(LINK), text);
    await until(() => field(LINK).getAttribute("aria-invalid") === "true");
    const described = field(LINK).getAttribute("aria-describedby")!.split(" ");
    const error = document.getElementById(described.at(-1)!)!.textContent!;
    assert.ok(typeof sentence === "string" ? error === sentence : sentence.test(error), error);
    assertFocused(field(LINK));
    assert.equal(field(LINK).value, text);
  });
}

Deno.test("without a music account the screen says so and shows no devices; the bar leads there", async () => {
  await using _ = await openOwnPanel("/panel/share", { environment: HERE });
  await until(() => pageText().includes("Spotify bağlı değil"));
  await click(link("Spotify bağlı değil"));
  await headed("Müzik");
  assert.match(pageText(), /Spotify · bağlı değil/);
  assert.ok(button("Spotify'a bağlan"));
  assert.doesNotMatch(pageText(), /Müziğin çalacağı cihaz|Bağlantıyı kes/);
});

const DASHBOARD = "/panel/dashboard";
/** The address of the page in a DOM test. */
const HERE = { APP_ORIGIN: "http://kafe.test" };
const PLAY = "Sıradaki şarkıyı çal";
const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("from day 150 on the dashboard warns, and after six months it says to reconnect; the queue stays", async () => {
  await using app = await testApp(HERE);
  const owner = await connectedOwner(app);
  await queueSong(app, owner);

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

const MANUAL = "Başka bir müzik sistemi";

Deno.test("a source that is ready is chosen at once, the songs of the queue stay, and choosing again leads back", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  await queueSong(app, owner);
  await using panel = await openWholePanel(app, PATH, owner.token);
  assert.ok(field("Spotify").checked);
  assert.match(pageText(), /Müzik hesabı.*Sıra boşken çalan liste/);
  await click(field(MANUAL));
  // A change arrives over the socket too, so that the screen may show it before the sentence is there.
  await until(() => toldText().includes(`Müzik kaynağı: ${MANUAL}.`));
  await until(() => pageText().includes("Nasıl çalışır?") && panel.network.underWay() === 0);
  assert.match(toldText(), /Sıradaki 1 şarkı sırada kaldı\. Geri dönmek için/);
  assert.doesNotMatch(pageText(), /Müzik hesabı|Sıra boşken çalan liste/);
  assert.ok(link("Başka sistem"), "the player bar knows it too");
  await click(field("Spotify"));
  await until(() =>
    /Müzik kaynağı: Spotify\.Sıradaki 1 şarkı sırada kaldı\. Otomatik çal kapalı/.test(toldText())
  );
  assert.match(pageText(), /Müzik hesabı/);
  assert.doesNotMatch(pageText(), /Nasıl çalışır\?/);
});

Deno.test("choosing the cafe's own files says that songs play by themselves, and what plays while the queue is empty", async () => {
  await using app = await libraryApp();
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, PATH, token);
  await click(field("Kafenin kendi dosyaları"));
  await until(() =>
    toldText().includes(
      "Otomatik çal açık: şarkılar kendiliğinden çalar, sıra boşken kendi dosyalarınızdan karışık.",
    )
  );
  await until(() => field("Sıra boşken kendi dosyalarınızdan karışık çal").checked);
});

Deno.test("songs that wait for their source are told apart when another one is chosen", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  await chooseSource(app, owner.token, "manual");
  await queueSong(app, owner, {
    ...{ uri: "manual:", songTitle: "Unutamadım", artist: "Barış Manço", albumArt: "" },
  });
  await using _ = await openWholePanel(app, PATH, owner.token);
  await click(field("Spotify"));
  await until(() => /sırada kaldı; 1 tanesi kendi kaynağına dönünce çalar\./.test(toldText()));
});

Deno.test("a consent comes back to 'Müzik', which offers Spotify while another source is in use", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const offer = "Spotify'ı şimdi kullan";
  const back = `${PATH}?spotify=connected`;
  {
    await using _ = await openWholePanel(app, back, owner.token);
    await until(() => toldText().includes("Spotify hesabınız bağlandı!"));
    await until(() => location.search === "");
    assert.doesNotMatch(pageText(), new RegExp(offer), "it is in use already");
  }
  await chooseSource(app, owner.token, "manual");
  {
    await using _ = await openWholePanel(app, `${PATH}?spotify=refused`, owner.token);
    await until(() => toldText().includes("hesap bağlanmadı"));
    assert.doesNotMatch(pageText(), new RegExp(offer));
  }
  await using _ = await openWholePanel(app, back, owner.token);
  await until(() => pageText().includes(offer));
  assert.match(pageText(), /Müziğin kaynağı hâlâ şu: Başka bir müzik sistemi\./);
  await click(button(offer));
  await until(() => field("Spotify").checked && !pageText().includes(offer));
});

Deno.test("a choice is shown while it is under way, sent once, and undone if it is refused", async () => {
  await using panel = await openOwnPanel(PATH, { as: connectedOwner });
  const held = panel.network.hold("PUT", "/api/music");
  await click(field(MANUAL));
  await click(field("Spotify"));
  assert.deepEqual(held.map(({ call }) => call.body), [{ source: "manual" }]);
  assert.ok(field(MANUAL).checked);
  assert.match(pageText(), /Seçiliyor…/);
  held[0]!.release(refused("source_not_ready", "Şarkı listesi boş."));
  await until(() => toldText().includes("Müzik kaynağı değiştirilemedi.Şarkı listesi boş."));
  await until(() => field("Spotify").checked);
  assert.match(pageText(), /Müzik hesabı/);
});

Deno.test("a source that is not ready cannot be chosen, and says what is missing and who fixes it", async () => {
  await using panel = await openOwnPanel("/panel/share", { environment: HERE });
  const sources = [
    source("spotify", "Spotify", "Spotify hesabı bağlı değil."),
    source("library", "Kafenin kendi dosyaları", "Müzik klasörü ayarlanmamış."),
    source("manual", MANUAL, null),
  ];
  await openSources(panel, "manual", sources);
  assert.deepEqual(
    ["Spotify", "Kafenin kendi dosyaları", MANUAL].map((label) => field(label).disabled),
    [true, true, false],
  );
  assert.match(pageText(), /Spotify hesabı bağlı değil\.Spotify'a bağlan/);
});

Deno.test("a source in use that is no longer ready stays chosen, and says what is missing", async () => {
  await using panel = await openOwnPanel("/panel/share", { as: connectedOwner });
  const sources = [
    source("spotify", "Spotify", null),
    source("library", "Kafenin kendi dosyaları", "Müzik klasörü ayarlanmamış."),
  ];
  await openSources(panel, "library", sources);
  const { checked, disabled } = field("Kafenin kendi dosyaları");
  assert.deepEqual([checked, disabled], [true, false]);
});

Deno.test("a source that was chosen on another device is shown without a reload of the page", async () => {
  await using panel = await openOwnPanel(PATH, { as: connectedOwner });
  const { app, owner: { token } } = panel;
  await until(() => pageText().includes("Cihazları yenile") && panel.network.underWay() === 0);
  await perform(() => app.call("PUT", "/api/music", { token, body: { source: "manual" } }));
  await panel.hear({ type: "ready", revision: 7 });
  await until(() => field(MANUAL).checked);
  assert.match(pageText(), /Nasıl çalışır\?/);
});

/** Goes to the screen of a cafe that uses one of these sources. The folder of the library is not set. */
async function openSources(panel: WholePanel, used: string, sources: ReturnType<typeof source>[]) {
  const settings = { source: used, sources, fallback: { kind: "none" }, picks: [] };
  panel.network.answer("GET", "/api/music", settings);
  await openRoom("Müzik");
  await until(() => pageText().includes("Müzik klasörü ayarlanmamış."));
}

function source(id: string, label: string, reason: string | null) {
  return { id, label, ready: reason === null, reason };
}

Deno.test("music by the hour: an entry joins the list that played at all hours, says what plays now and next, and is taken away", async () => {
  await using app = await testApp();
  const { token } = await connectedOwner(app);
  const fallback = { kind: "playlist", url: shareLink(PLAYLISTS[0]!) };
  await app.call("PUT", "/api/music", { token, body: { fallback } });
  await using _ = await openWholePanel(app, PATH, token);
  await type(field("Başlangıç saati"), "23:00");
  await type(field("Bu saatin çalma listesinin bağlantısı"), shareLink(LIST));
  await click(button("Saat ekle"));
  await until(() => document.querySelectorAll(".music-hours li").length === 2);
  const rows = texts(".music-hours li");
  assert.deepEqual(rows, [`06:00${PLAYLISTS[0]!.name}Kaldır`, `23:00${LIST.name}Kaldır`]);
  assert.match(document.querySelector(".music-hours-now")!.textContent!, /^Şimdi: .+\. Sonra /);
  const { fallback: kept } = await (await app.call("GET", "/api/music", { token })).json();
  assert.equal(kept.length, 2);
  for (const left of [1, 0]) {
    await click(document.querySelector(".music-hours button")!);
    await until(() => document.querySelectorAll(".music-hours li").length === left);
  }
  await until(() => /Sırada istek yokken bu liste karışık çalar\./.test(pageText()));
});
