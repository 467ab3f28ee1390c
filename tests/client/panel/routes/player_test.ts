import { strict as assert } from "node:assert";
import { BUSY } from "../../dom/network.ts";
import { button, click, link, pageText, perform, until } from "../../dom/page.ts";
import { headed, openOwnPanel } from "../../dom/whole_panel.ts";

const PATH = "/panel/player";

Deno.test("if the cafe's music comes from elsewhere the player says so and leads to 'Müzik'", async () => {
  await using _ = await openOwnPanel(PATH);
  await headed("Oynatıcı");
  assert.match(pageText(), /Müziğiniz şu anda bu sayfadan çalmıyor\. Kaynak: Spotify\./);
  await click(link("Müzik ekranına git"));
  await headed("Müzik");
});

Deno.test("files that cannot be used yet are the reason that the player gives", async () => {
  await using panel = await openOwnPanel("/panel/share");
  panel.network.answer("GET", "/api/music", {
    source: "library",
    sources: [{ id: "library", label: "Dosyalar", ready: false, reason: "Klasör okunamıyor." }],
    fallback: { kind: "none" },
  });
  await goTo(PATH);
  await headed("Oynatıcı");
  assert.match(pageText(), /Klasör okunamıyor\./);
  assert.doesNotMatch(pageText(), /bu sayfadan çalmıyor|Müziği başlat/);
});

Deno.test("a player whose cafe cannot be asked says so, and can be loaded again", async () => {
  await using panel = await openOwnPanel("/panel/share");
  panel.network.answer("GET", "/api/music", BUSY);
  await goTo(PATH);
  await until(() => pageText().includes("Oynatıcı yüklenemedi."));
  panel.network.restore("GET", "/api/music");
  await click(button("Tekrar dene"));
  await headed("Oynatıcı");
});

Deno.test("the player's page has no bar at its bottom, as the other screens have", async () => {
  await using _ = await openOwnPanel(PATH);
  await headed("Oynatıcı");
  assert.equal(document.querySelector(".dock > .player"), null);
  await click(link("Paylaş"));
  await headed("Paylaş");
  assert.ok(document.querySelector(".dock > .player"));
});

/** Leads the panel to a screen to which no link leads here. */
async function goTo(path: string): Promise<void> {
  await perform(() => {
    history.pushState({}, "", path);
    dispatchEvent(new Event("popstate"));
  });
}
