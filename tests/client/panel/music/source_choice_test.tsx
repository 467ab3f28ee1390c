import { strict as assert } from "node:assert";
import { refused } from "../../../support/dom/network.ts";
import { button, click, field, link, pageText, perform, until } from "../../../support/dom/page.ts";
import { openWholePanel, toldText } from "../../../support/dom/whole_panel.ts";
import { connectedOwner } from "../../../support/people/cafe_evening.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { libraryApp } from "../../../support/music/library_app.ts";
import { chooseSource } from "../../../support/music/manual_cafe.ts";
import { decide, submit } from "../../../support/people/requests.ts";
import { testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/music";
const MANUAL = "Başka bir müzik sistemi";

Deno.test("a source that is ready is chosen at once, the songs of the queue stay, and choosing again leads back", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const { _id } = await submit(app, owner.ownerId);
  await decide(app, owner.token, _id, "approved");
  await using _ = await openWholePanel(app, PATH, owner.token);
  assert.ok(field("Spotify").checked);
  assert.match(pageText(), /Müzik hesabı.*Sıra boşken çalan liste/);
  await click(field(MANUAL));
  await until(() => pageText().includes("Nasıl çalışır?"));
  assert.match(toldText(), /Müzik kaynağı: Başka bir müzik sistemi\./);
  assert.match(toldText(), /Sıradaki 1 şarkı sırada kaldı\. Geri dönmek için/);
  assert.doesNotMatch(pageText(), /Müzik hesabı|Sıra boşken çalan liste/);
  assert.ok(link("Başka sistem"), "the player bar knows it too");
  await click(field("Spotify"));
  await until(() => pageText().includes("Müzik hesabı"));
  assert.match(
    toldText(),
    /Müzik kaynağı: Spotify\.Sıradaki 1 şarkı sırada kaldı\. Otomatik çal kapalı/,
  );
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
  const { _id } = await submit(app, owner.ownerId, {
    ...{ uri: "manual:", songTitle: "Unutamadım", artist: "Barış Manço", albumArt: "" },
  });
  await decide(app, owner.token, _id, "approved");
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
  await using app = await testApp();
  const { token } = await connectedOwner(app);
  await using panel = await openWholePanel(app, PATH, token);
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
  await using app = await testApp({ APP_ORIGIN: "http://kafe.test" });
  const { token } = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/share", token);
  panel.network.answer("GET", "/api/music", () =>
    Response.json({
      source: "manual",
      sources: [
        source("spotify", "Spotify", "Spotify hesabı bağlı değil."),
        source("library", "Kafenin kendi dosyaları", "Müzik klasörü ayarlanmamış."),
        source("manual", MANUAL, null),
      ],
      fallback: { kind: "none" },
    }));
  await click(link("Müzik"));
  await until(() => pageText().includes("Müzik klasörü ayarlanmamış."));
  assert.deepEqual(
    ["Spotify", "Kafenin kendi dosyaları", MANUAL].map((label) => field(label).disabled),
    [true, true, false],
  );
  assert.match(pageText(), /Spotify hesabı bağlı değil\.Spotify'a bağlan/);
});

Deno.test("a source in use that is no longer ready stays chosen, and says what is missing", async () => {
  await using app = await testApp();
  const { token } = await connectedOwner(app);
  await using panel = await openWholePanel(app, "/panel/share", token);
  panel.network.answer("GET", "/api/music", () =>
    Response.json({
      source: "library",
      sources: [
        source("spotify", "Spotify", null),
        source("library", "Kafenin kendi dosyaları", "Müzik klasörü ayarlanmamış."),
      ],
      fallback: { kind: "none" },
    }));
  await click(link("Müzik"));
  await until(() => pageText().includes("Müzik klasörü ayarlanmamış."));
  const { checked, disabled } = field("Kafenin kendi dosyaları");
  assert.deepEqual([checked, disabled], [true, false]);
});

Deno.test("a source that was chosen on another device is shown without a reload of the page", async () => {
  await using app = await testApp();
  const { token } = await connectedOwner(app);
  await using panel = await openWholePanel(app, PATH, token);
  await until(() => pageText().includes("Cihazları yenile") && panel.network.underWay() === 0);
  await perform(() => app.call("PUT", "/api/music", { token, body: { source: "manual" } }));
  await perform(() => panel.sockets.latest().say({ type: "ready", revision: 7 }));
  await until(() => field(MANUAL).checked);
  assert.match(pageText(), /Nasıl çalışır\?/);
});

function source(id: string, label: string, reason: string | null) {
  return { id, label, ready: reason === null, reason };
}
