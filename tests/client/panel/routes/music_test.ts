import { strict as assert } from "node:assert";
import { PLAYLISTS, shareLink } from "../../../../server/music/demo/catalogue.ts";
import {
  assertFocused,
  button,
  click,
  field,
  link,
  pageText,
  submit,
  until,
} from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import { headed, openRoom, openWholePanel, toldText } from "../../../support/dom/whole_panel.ts";
import { connectedOwner } from "../../../support/people/cafe_evening.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { testApp } from "../../../support/start/test_app.ts";

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
    await submit(field(LINK), ` ${shareLink(LIST)}?si=abc `);
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
  panel.network.answer("PUT", "/api/music", refusal(503, "Sistem şu anda yoğun."));
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
    await using app = await testApp();
    const { token } = await connectedOwner(app);
    await using _ = await openWholePanel(app, PATH, token);
    await submit(field(LINK), text);
    await until(() => field(LINK).getAttribute("aria-invalid") === "true");
    const described = field(LINK).getAttribute("aria-describedby")!.split(" ");
    const error = document.getElementById(described.at(-1)!)!.textContent!;
    assert.ok(typeof sentence === "string" ? error === sentence : sentence.test(error), error);
    assertFocused(field(LINK));
    assert.equal(field(LINK).value, text);
  });
}

Deno.test("without a music account the screen says so and shows no devices; the bar leads there", async () => {
  await using app = await testApp({ APP_ORIGIN: "http://kafe.test" });
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/share", token);
  await until(() => pageText().includes("Spotify bağlı değil"));
  await click(link("Spotify bağlı değil"));
  await headed("Müzik");
  assert.match(pageText(), /Spotify · bağlı değil/);
  assert.ok(button("Spotify'a bağlan"));
  assert.doesNotMatch(pageText(), /Müziğin çalacağı cihaz|Bağlantıyı kes/);
});

Deno.test("settings that cannot be loaded say so, and can be loaded again", async () => {
  await using app = await testApp();
  const { token } = await connectedOwner(app);
  await using panel = await openWholePanel(app, "/panel/share", token);
  panel.network.answer("GET", "/api/music", refusal(503, "Sistem şu anda yoğun."));
  await openRoom("Müzik");
  await until(() => pageText().includes("Müzik ayarları yüklenemedi."));
  panel.network.restore("GET", "/api/music");
  await click(button("Tekrar dene"));
  await headed("Müzik");
});
