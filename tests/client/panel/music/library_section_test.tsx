import { strict as assert } from "node:assert";
import { LibraryPlaying } from "../../../../client/panel/music/LibraryPlaying.tsx";
import { LibrarySection } from "../../../../client/panel/music/LibrarySection.tsx";
import type { Library } from "../../../../server/contract/music.ts";
import type { MusicSettings } from "../../../../server/contract/music_settings.ts";
import { BUSY, refusal } from "../../dom/network.ts";
import { button, click, field, link, pageText, press, settle, showPage } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";

const PATH = "/api/library";
const SCAN = "Klasörü yeniden tara";
const NO_SONGS = "Klasörde şarkı bulunamadı.";

Deno.test("the folder says how many songs it has, and is not read again by itself", async () => {
  await using panel = await openLibrary({ songs: 2308 });
  assert.match(pageText(), /2\.308 şarkı/);
  assert.equal(document.querySelector("progress"), null);
  assert.equal(document.querySelector("details"), null);
  await panel.time.pass(60_000);
  assert.equal(asked(panel), 1);
});

Deno.test("a folder without songs says what to do", async () => {
  await using _ = await openLibrary({});
  assert.match(pageText(), new RegExp(`${NO_SONGS}.*kopyalayın`));
});

Deno.test("while the folder is read its progress is asked for every two seconds, and its end is said once", async () => {
  await using panel = await openLibrary({ songs: 10, scanning: { done: 20, total: 80 } });
  const bar = document.querySelector("progress")!;
  assert.deepEqual([bar.value, bar.max], [20, 80]);
  assert.match(pageText(), /20 \/ 80 dosya/);
  assert.equal(told(), "Klasör okunuyor…");
  assert.equal(pageText().split("Klasör okunuyor").length, 2, "it stands there once");
  assert.equal(button(SCAN).getAttribute("aria-disabled"), "true");
  answer(panel, { songs: 40, scanning: { done: 60, total: 80 } });
  await panel.time.pass(1_999);
  assert.equal(bar.value, 20);
  await panel.time.pass(1);
  assert.equal(bar.value, 60);
  assert.equal(told(), "Klasör okunuyor…", "a step is not read out");
  answer(panel, { songs: 78 });
  await panel.time.pass(2_000);
  assert.equal(told(), "Klasör okundu: 78 şarkı.");
  assert.equal(document.querySelector("progress"), null);
  const length = asked(panel);
  await panel.time.pass(60_000);
  assert.equal(asked(panel), length);
});

Deno.test("a page that is not seen does not ask for the progress until it is seen again", async () => {
  await using panel = await openLibrary({ scanning: { done: 1, total: 2 } });
  await showPage(false);
  await panel.time.pass(60_000);
  assert.equal(asked(panel), 1);
  await showPage(true);
  await settle();
  assert.equal(asked(panel), 2);
});

Deno.test("a folder whose number of files is not known yet has a bar without a value", async () => {
  await using _ = await openLibrary({ scanning: { done: 0, total: 0 } });
  assert.equal(document.querySelector("progress")!.getAttribute("value"), null);
  assert.doesNotMatch(pageText(), /dosya\b/);
});

Deno.test("the folder is read again on a press, and a refusal is reported", async () => {
  await using panel = await openLibrary({ songs: 5 });
  panel.network.answer(
    "POST",
    `${PATH}/scan`,
    refusal("source_not_ready", "Müzik klasörü ayarlanmamış."),
  );
  await press(button(SCAN));
  assert.match(pageText(), /Klasör taranırken bir hata oluştu\.Müzik klasörü ayarlanmamış\./);
  const scanning = { songs: 5, scanning: { done: 0, total: 9 }, skipped: [] };
  panel.network.answer("POST", `${PATH}/scan`, () => Response.json(scanning, { status: 202 }));
  await press(button(SCAN));
  assert.match(pageText(), /0 \/ 9 dosya/);
});

Deno.test("files that are no songs are listed with the reason, at most a hundred", async () => {
  const skipped = Array.from(
    { length: 1_250 },
    (_, i) => ({ file: `${i}.wma`, why: "Tür çalınamıyor." }),
  );
  await using _ = await openLibrary({ songs: 1, skipped });
  assert.equal(document.querySelector("summary")!.textContent, "1.250 dosya alınamadı");
  const rows = [...document.querySelectorAll(".skipped li")];
  assert.equal(rows[0]!.textContent, "0.wmaTür çalınamıyor.");
  assert.equal(rows.length, 100);
  assert.match(pageText(), /Listede olmayan 1\.150 dosya daha var\./);
});

Deno.test("a folder that cannot be looked at says why, and can be looked at again", async () => {
  await using panel = await openPanel();
  panel.network.answer("GET", PATH, BUSY);
  await panel.render(<LibrarySection />);
  await settle();
  assert.match(pageText(), /Müzik klasörünün durumu okunamadı\.Sistem şu anda yoğun\./);
  answer(panel, { songs: 3 });
  await press(button("Tekrar dene"));
  assert.match(pageText(), /3 şarkı/);
  assert.doesNotMatch(pageText(), /okunamadı/);
});

async function openLibrary(library: Partial<Library>): Promise<PanelPage> {
  const panel = await openPanel();
  answer(panel, library);
  await panel.show(<LibrarySection />);
  await settle();
  return panel;
}

function answer(panel: PanelPage, library: Partial<Library>): void {
  const known: Library = {
    songs: 0,
    scanning: null,
    skipped: [],
    folder: null,
    canAdd: false,
    onDeletion: null,
    ...library,
  };
  panel.network.answer("GET", PATH, () => Response.json(known));
  panel.network.answer("GET", `${PATH}/songs`, { songs: [], next: null });
}

/** What screen readers are told. */
const told = () => document.querySelector("section [role=status]")!.textContent!;

const SHUFFLE = "Sıra boşken kendi dosyalarınızdan karışık çal";

Deno.test("the section leads to the page that plays", async () => {
  await using _ = await openPlaying("none");
  assert.equal(link("Oynatıcıyı aç").getAttribute("href"), "/panel/player");
});

for (
  const [before, sent, said] of [
    ["none", "library", /Sıra boşken karışık çalacak\./],
    ["library", "none", /Sıra boşken müzik çalmayacak\./],
  ] as const
) {
  Deno.test(`a press on the shuffle, which is ${before} before, chooses ${sent}`, async () => {
    await using panel = await openPlaying(before);
    assert.equal(field(SHUFFLE).checked, before === "library");
    const held = panel.network.hold("PUT", "/api/music");
    await click(field(SHUFFLE));
    await click(field(SHUFFLE));
    assert.deepEqual(held.map(({ call }) => call.body), [{ fallback: { kind: sent } }]);
    assert.equal(field(SHUFFLE).checked, sent === "library", "while it is under way");
    held[0]!.release(Response.json({}));
    await settle();
    assert.match(pageText(), said);
  });
}

Deno.test("a shuffle that is refused says why and is as before", async () => {
  await using panel = await openPlaying("none");
  panel.network.answer("PUT", "/api/music", BUSY);
  await press(field(SHUFFLE));
  assert.match(pageText(), /Ayar kaydedilirken bir hata oluştu\.Sistem şu anda yoğun\./);
  assert.ok(!field(SHUFFLE).checked);
});

async function openPlaying(kind: "none" | "library"): Promise<PanelPage> {
  const panel = await openPanel();
  const settings: MusicSettings = { source: "library", sources: [], fallback: { kind }, picks: [] };
  await panel.show(<LibraryPlaying settings={settings} />);
  return panel;
}

/** How often the state of the folder was asked for. */
const asked = ({ network }: PanelPage) => network.paths().filter((path) => path === PATH).length;
