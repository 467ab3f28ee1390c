import { strict as assert } from "node:assert";
import { ListUpload } from "../../../../client/panel/music/ListUpload.tsx";
import { refusal } from "../../../support/dom/network.ts";
import { button, pageText, perform, settle } from "../../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../../support/dom/panel_page.tsx";

const PATH = "/api/music/list";
const CSV = "Gülpembe;Barış Manço";

Deno.test("a file that is chosen is sent as it is, and the screen says how it was read", async () => {
  await using panel = await openUpload();
  const held = panel.network.hold("PUT", PATH);
  await choose(new File([CSV], "liste.csv"));
  assert.match(pageText(), /Liste yükleniyor…/);
  const { headers, body } = held[0]!.call;
  assert.equal(headers.get("content-type"), "text/csv");
  assert.equal(await (body as Blob).text(), CSV);
  held[0]!.release(Response.json({ songs: 1_204, skipped: 3 }));
  await settle();
  assert.match(pageText(), /1\.204 şarkı yüklendi, 3 satır atlandı\./);
});

Deno.test("a file that is dropped is sent, and lines that were not skipped are not counted", async () => {
  await using panel = await openUpload();
  panel.network.answer("PUT", PATH, () => Response.json({ songs: 1, skipped: 0 }));
  await drag("dragover", undefined);
  assert.ok(place().hasAttribute("data-over"));
  await drag("drop", new File([CSV], "liste.csv"));
  assert.ok(!place().hasAttribute("data-over"));
  assert.match(pageText(), /1 şarkı yüklendi\.$/);
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

for (
  const [what, answer, said] of [
    ["refused", refusal(400, "Dosya okunamadı."), /Liste yüklenemedi\.Dosya okunamadı\./],
    ["lost", () => Promise.reject(new TypeError("offline")), /Bağlantıyı kontrol edip/],
  ] as const
) {
  Deno.test(`a list that is ${what} says why, and another try that succeeds ends that`, async () => {
    await using panel = await openUpload();
    panel.network.answer("PUT", PATH, answer);
    await choose(new File([CSV], "liste.csv"));
    assert.match(pageText(), said);
    assert.equal(button("Dosya seç").getAttribute("aria-disabled"), null);
    panel.network.answer("PUT", PATH, () => Response.json({ songs: 1, skipped: 0 }));
    await choose(new File([CSV], "liste.csv"));
    assert.match(pageText(), /1 şarkı yüklendi\./);
    assert.doesNotMatch(pageText(), /Liste yüklenemedi/);
  });
}

async function openUpload(): Promise<PanelPage> {
  const panel = await openPanel();
  await panel.render(<ListUpload />);
  return panel;
}

function place(): HTMLElement {
  return document.querySelector<HTMLElement>(".list-upload")!;
}

async function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("[type=file]")!;
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  await dispatch(input, "change", {});
}

async function drag(type: string, file: File | undefined): Promise<void> {
  await dispatch(place(), type, { dataTransfer: { files: file ? [file] : [] } });
}

async function dispatch(element: HTMLElement, type: string, facts: object): Promise<void> {
  const { Event } = document.defaultView as unknown as { Event: typeof globalThis.Event };
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), facts);
  await perform(() => void element.dispatchEvent(event));
  await settle();
}
