import { strict as assert } from "node:assert";
import type { ListPreview } from "../../../../server/contract/music_settings.ts";
import { ListUpload } from "../../../../client/panel/music/ListUpload.tsx";
import { OFFLINE, refusal } from "../../dom/network.ts";
import { button, click, fire, pageText, settle, texts } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";

const PATH = "/api/music/list";
const PREVIEW = `${PATH}/preview`;
const CSV = "Gülpembe;Barış Manço";
const BEFORE = "şarkı;sanatçı\nGit;Sezen Aksu\n";
const SKIPPED = { line: 7, why: "Sanatçının adı yok." };
const FIRST = [{ title: "Gülpembe", artist: "Barış Manço" }, { title: "Git", artist: "Aksu" }];

Deno.test("a chosen file is shown, and replaces the list only after the question is answered", async () => {
  await using panel = await openUpload();
  const held = panel.network.hold("POST", PREVIEW);
  await choose(new File([CSV], "liste.csv"));
  assert.match(pageText(), /Dosya okunuyor…/);
  const { headers, body } = held[0]!.call;
  assert.equal(headers.get("content-type"), "text/csv");
  assert.equal(await (body as Blob).text(), CSV);
  held[0]!.release(previewed({ songs: 1_204, skipped: 3, skippedLines: [SKIPPED], listed: 4 }));
  await settle();
  assert.equal(document.activeElement!.textContent, "Eski 4 şarkının yerine geçsin mi?");
  assert.match(pageText(), /liste\.csv: 1\.204 şarkı, 3 satır atlanacak\./);
  const rows = texts(".list-first li");
  assert.deepEqual(rows, ["GülpembeBarış Manço", "GitAksu"]);
  assert.match(pageText(), /ve 1\.202 şarkı daha.*7\. satırSanatçının adı yok\..*2 satır daha var/);
  assert.ok(!panel.network.calls.some(({ method }) => method === "PUT"), "nothing is replaced yet");

  panel.network.answer("PUT", PATH, () => loaded(1_204, 3));
  await click(button("Yerine geçsin"));
  assert.match(pageText(), /1\.204 şarkı yüklendi, 3 satır atlandı\..*7\. satır/);
  assert.equal(document.activeElement, button("Dosya seç"));
});

Deno.test("where the columns are not sure the owner chooses them, sees the songs again, and sends the choice", async () => {
  await using panel = await openUpload();
  const columns = { names: ["1", "Koro", "Git"], title: 1, artist: 2, sure: false };
  panel.network.answer("POST", PREVIEW, () => previewed({ columns }));
  await choose(new File(["1;Koro;Git"], "liste.csv"));
  const selects = [...document.querySelectorAll<HTMLSelectElement>(".list-columns select")];
  assert.deepEqual(selects.map(({ value }) => value), ["1", "2"]);
  assert.deepEqual(texts(".list-columns option").slice(0, 2), ["1. sütun: 1", "2. sütun: Koro"]);
  panel.network.answer(
    "POST",
    PREVIEW,
    () => previewed({ columns: { ...columns, title: 2, artist: 1 }, first: [FIRST[1]!] }),
  );
  selects[0]!.focus();
  selects[0]!.value = "2";
  await fire(selects[0]!, "change", { bubbles: true });
  const asked = panel.network.calls.findLast(({ method }) => method === "POST")!;
  assert.match(asked.path, /\?title=2&artist=1$/, "both are swapped");
  assert.deepEqual(texts(".list-first li"), ["GitAksu"]);
  assert.equal(document.activeElement, selects[0], "the focus stays in the field");
  panel.network.answer("PUT", PATH, () => loaded(2));
  await click(button("Yerine geçsin"));
  const sent = panel.network.calls.findLast(({ method }) => method === "PUT")!;
  assert.match(sent.path, /\?title=2&artist=1$/);
});

Deno.test("'Vazgeç' leaves the list as it is", async () => {
  await using panel = await openUpload();
  await choose(new File([CSV], "liste.csv"));
  await click(button("Vazgeç"));
  assert.doesNotMatch(pageText(), /yerine geçsin/);
  assert.equal(document.activeElement, button("Dosya seç"));
  assert.ok(!panel.network.calls.some(({ method }) => method === "PUT"));
});

Deno.test("a replacement is taken back with the earlier list, also after a reload, and by its own user alone", async () => {
  await using panel = await openUpload();
  panel.network.answer("PUT", PATH, () => loaded(2));
  await choose(new File([CSV], "liste.csv"));
  await click(button("Yerine geçsin"));
  await panel.render(<p>Profil</p>);
  panel.services.session.user = () => "another";
  await panel.render(<ListUpload />);
  assert.doesNotMatch(pageText(), /Geri al/);
  panel.services.session.user = () => undefined;
  await panel.render(<p>Profil</p>);
  await panel.render(<ListUpload />);
  assert.match(pageText(), /eski 4 şarkıya dönebilirsiniz/);
  panel.network.answer("PUT", PATH, refusal("too_many_lists", "600 saniye sonra tekrar deneyin."));
  await click(button("Geri al"));
  assert.match(pageText(), /600 saniye sonra/);
  panel.network.answer("PUT", PATH, () => loaded(4));
  await click(button("Geri al"));
  const sent = panel.network.calls.at(-1)!;
  assert.equal(await (sent.body as Blob).text(), BEFORE);
  assert.match(pageText(), /Eski 4 şarkı geri geldi\./);
  assert.doesNotMatch(pageText(), /Geri al/);
});

Deno.test("a first list is asked for in other words, and there is nothing to take back", async () => {
  await using panel = await openUpload();
  panel.network.answer("POST", PREVIEW, () => previewed({ songs: 2, listed: 0 }));
  panel.network.answer("PUT", PATH, () => loaded(2));
  await choose(new File([CSV], "liste.csv"));
  assert.match(pageText(), /Bu liste yüklensin mi\?/);
  await click(button("Listeyi yükle"));
  assert.match(pageText(), /2 şarkı yüklendi\./);
  assert.doesNotMatch(pageText(), /Geri al|atlan/);
});

Deno.test("an empty file asks whether to empty the list, and is refused where there is none", async () => {
  await using panel = await openUpload();
  panel.network.answer("POST", PREVIEW, () => previewed({ songs: 0, first: [], listed: 4 }));
  await choose(new File([""], "liste.csv"));
  assert.match(pageText(), /Eski 4 şarkı silinsin mi\?.*liste\.csv: şarkı yok\./);
  assert.ok(button("Listeyi boşalt"));
  panel.network.answer("POST", PREVIEW, () => previewed({ songs: 0, first: [], listed: 0 }));
  await choose(new File([""], "liste.csv"));
  assert.match(pageText(), /Bu dosya boş\./);
});

Deno.test("a list that is too large to be sent again says that it cannot come back", async () => {
  await using panel = await openUpload();
  panel.network.answer("GET", PATH, () => new Response("x".repeat(1024 * 1024 + 1)));
  panel.network.answer("PUT", PATH, () => loaded(2));
  await choose(new File([CSV], "liste.csv"));
  assert.match(pageText(), /bu değişiklik geri alınamaz\./);
  await click(button("Yerine geçsin"));
  assert.doesNotMatch(pageText(), /Geri al/);
});

Deno.test("a file that is dropped is read as one that is chosen", async () => {
  await using _ = await openUpload();
  await drag("dragover", undefined);
  assert.ok(place().hasAttribute("data-over"));
  await drag("drop", new File([CSV], "liste.csv"));
  assert.ok(!place().hasAttribute("data-over"));
  assert.match(pageText(), /yerine geçsin mi/);
});

Deno.test("what is dropped without a file is ignored", async () => {
  await using panel = await openUpload();
  await drag("drop", undefined);
  assert.equal(panel.network.calls.length, 0);
});

Deno.test("a file over 1 MB is refused before it is sent", async () => {
  await using panel = await openUpload();
  await choose(new File([new Uint8Array(1024 * 1024 + 1)], "liste.csv"));
  assert.match(pageText(), /Liste yüklenemedi\.Dosya en fazla 1 MB olabilir\./);
  assert.equal(panel.network.calls.length, 0);
});

Deno.test("a file that the server cannot read says why, and another one ends that", async () => {
  await using panel = await openUpload();
  panel.network.answer("POST", PREVIEW, refusal("list_unreadable", "Bu bir Excel dosyası."));
  await choose(new File([CSV], "liste.csv"));
  assert.match(pageText(), /Liste yüklenemedi\.Bu bir Excel dosyası\./);
  assert.equal(button("Dosya seç").getAttribute("aria-disabled"), null);
  panel.network.answer("POST", PREVIEW, () => previewed());
  await choose(new File([CSV], "liste.csv"));
  assert.doesNotMatch(pageText(), /Liste yüklenemedi/);
});

Deno.test("a sending without an answer says so, asks again, and may be taken back", async () => {
  await using panel = await openUpload();
  await choose(new File([CSV], "liste.csv"));
  panel.network.answer("PUT", PATH, OFFLINE);
  await click(button("Yerine geçsin"));
  assert.match(pageText(), /yerine geçsin mi.*Bağlantıyı kontrol edip/);
  await click(button("Vazgeç"));
  assert.match(pageText(), /eski 4 şarkıya dönebilirsiniz/);
});

/** A cafe with a list of four songs, which its preview names. */
async function openUpload(): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer("GET", PATH, () => new Response(BEFORE));
  panel.network.answer("POST", PREVIEW, () => previewed());
  await panel.render(<ListUpload />);
  return panel;
}

function previewed(changes: Partial<ListPreview> = {}): Response {
  const preview = {
    songs: 2,
    skipped: 0,
    skippedLines: [],
    first: FIRST,
    listed: 4,
    columns: null,
  };
  return Response.json({ ...preview, ...changes });
}

function loaded(songs: number, skipped = 0): Response {
  return Response.json({ songs, skipped, skippedLines: skipped > 0 ? [SKIPPED] : [] });
}

const place = () => document.querySelector<HTMLElement>(".list-upload")!;

async function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("[type=file]")!;
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  await fire(input, "change");
  await settle();
}

async function drag(type: string, file: File | undefined): Promise<void> {
  await fire(place(), type, { dataTransfer: { files: file ? [file] : [] } });
  await settle();
}
