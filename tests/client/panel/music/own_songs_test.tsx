// The cafe's own songs on 'Müzik': files that are added, and the list that is searched, heard and hidden.
import { strict as assert } from "node:assert";
import type { OwnSong } from "../../../../server/contract/music.ts";
import { ApiError, NetworkError } from "../../../../client/lib/http.ts";
import { AddFiles } from "../../../../client/panel/music/AddFiles.tsx";
import { OwnSongs } from "../../../../client/panel/music/OwnSongs.tsx";
import { BUSY } from "../../dom/network.ts";
import {
  button,
  click,
  field,
  fire,
  pageText,
  press,
  settle,
  texts,
  type,
} from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";

const SONGS = "/api/library/songs";
const song = (id: number, changes: Partial<OwnSong> = {}): OwnSong => ({
  id,
  title: `Şarkı ${id}`,
  artist: "Sezen Aksu",
  album: "",
  albumArt: "",
  durationMs: 200_000,
  explicit: false,
  hidden: false,
  ...changes,
});

Deno.test("dropped files are sent one after the other, and those that were refused are named with the reason", async () => {
  await using panel = await openPanel();
  const sent: string[] = [];
  let added = 0;
  const answers = [
    Promise.resolve(),
    Promise.reject(new ApiError(415, { msg: "Dosya boş." })),
    Promise.reject(new NetworkError("gone")),
  ];
  answers.forEach((answer) => answer.catch(() => {}));
  await panel.render(
    <AddFiles
      onAdded={() => Promise.resolve(added += 1)}
      send={(file, { onProgress }) => {
        onProgress(0.5);
        sent.push(file.name);
        return answers[sent.length - 1]!;
      }}
    />,
  );
  await drop(["a.mp3", "b.mp3", "c.mp3"]);
  assert.deepEqual(sent, ["a.mp3", "b.mp3", "c.mp3"]);
  assert.match(pageText(), /1 şarkı eklendi\. 2 dosya eklenemedi\./);
  assert.match(pageText(), /b\.mp3Dosya boş\.c\.mp3Bağlantı koptu\./);
  assert.equal(added, 1);
});

Deno.test("'Durdur' ends the file that is on its way and those that wait", async () => {
  await using panel = await openPanel();
  const sent: string[] = [];
  await panel.render(
    <AddFiles
      onAdded={() => Promise.resolve()}
      send={({ name }, { signal }) =>
        new Promise((_, reject) => {
          sent.push(name);
          signal.addEventListener("abort", () => reject(new NetworkError("stopped")));
        })}
    />,
  );
  await drop(["a.mp3", "b.mp3"]);
  assert.match(pageText(), /a\.mp3 1 \/ 2/);
  await press(button("Durdur"));
  assert.deepEqual(sent, ["a.mp3"]);
  assert.match(pageText(), /a\.mp3Durdurdunuz\./);
});

Deno.test("the list shows more by a press, and is searched once a pause in typing", async () => {
  await using panel = await openList({ songs: [song(2)], next: 2 });
  panel.network.answer("GET", SONGS, { songs: [song(1)], next: null });
  await click(button("Daha fazla göster"));
  assert.deepEqual(titles(), ["Şarkı 2", "Şarkı 1"]);
  await type(field("Şarkı ara"), "Şarkı 7");
  panel.network.answer("GET", SONGS, { songs: [song(7)], next: null });
  await panel.time.pass(250);
  await settle();
  assert.deepEqual(titles(), ["Şarkı 7"]);
  assert.equal(
    new URLSearchParams(panel.network.calls.at(-1)!.path.split("?")[1]).get("term"),
    "Şarkı 7",
  );
});

Deno.test("a song is hidden at once, and shown again if the server refuses", async () => {
  await using panel = await openList({ songs: [song(1)], next: null });
  panel.network.answer("PUT", SONGS, { hidden: true });
  const hide = () => button("Müşterilerden gizle: Şarkı 1");
  await click(hide());
  assert.equal(hide().getAttribute("aria-pressed"), "true");
  assert.match(pageText(), /müşteriler görmez/);
  panel.network.answer("PUT", SONGS, BUSY);
  await press(hide());
  assert.equal(hide().getAttribute("aria-pressed"), "true");
  assert.equal(panel.services.notices.current().at(-1)!.detail, "Sistem şu anda yoğun.");
});

Deno.test("a song is not heard over the music that this tab plays", async () => {
  await using panel = await openList({ songs: [song(1)], next: null });
  panel.services.speaker.set({ isHeard: () => true } as never);
  const before = panel.network.calls.length;
  await click(button("On saniye dinle: Şarkı 1"));
  assert.equal(panel.network.calls.length, before);
  assert.match(panel.services.notices.current().at(-1)!.text, /bu sekmede çalıyor/);
  panel.services.speaker.set(undefined);
});

async function openList(page: { songs: OwnSong[]; next: number | null }): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer("GET", SONGS, () => Response.json(page));
  await panel.render(<OwnSongs songs={2} />);
  await panel.time.pass(0);
  await settle();
  return panel;
}

const titles = () => texts(".own-song .song-title");

async function drop(names: string[]): Promise<void> {
  const files = names.map((name) => new File(["x"], name, { type: "audio/mpeg" }));
  await fire(document.querySelector(".add-files")!, "drop", { dataTransfer: { files } });
  await settle();
  await settle();
}
