// What the team can do with a row besides deciding on it, and 'Şarkı ekle'.
import { strict as assert } from "node:assert";
import { OwnSongButton } from "../../../../client/panel/dashboard/QueueBoard.tsx";
import { RowMenu } from "../../../../client/panel/dashboard/RowMenu.tsx";
import {
  button,
  click,
  field,
  pageText,
  press,
  settle,
  texts,
  type,
  until,
} from "../../dom/page.ts";
import { openPanel } from "../../dom/panel_page.tsx";
import { ownCafe } from "../own_cafe.ts";
import { openHouse, openRequest } from "../../../support/people/songs.ts";

const QUEUED = openRequest("A", { status: "approved", place: 2 });

const items = () => texts("[role=menuitem]");
const choose = async (label: string) => {
  const item = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")]
    .find(({ textContent }) => textContent === label)!;
  await press(item);
};

Deno.test("a song of the queue can be put first from its row's menu, and back again", async () => {
  await using panel = await openPanel();
  panel.network.answer("PUT", "/api/requests/A/first", QUEUED);
  await panel.render(<RowMenu request={QUEUED} pending={[]} />);
  await click(button("Diğer işlemler: Şarkı A"));
  assert.deepEqual(items(), ["Sıradaki olsun", "Bu akşam bu müşteriden istek alma"]);
  await choose("Sıradaki olsun");
  await panel.render(<RowMenu request={{ ...QUEUED, first: true }} pending={[]} />);
  await click(button("Diğer işlemler: Şarkı A"));
  await choose("Bahşiş sırasına döndür");
  assert.deepEqual(panel.network.bodies("PUT"), [{ first: true }, { first: false }]);
});

Deno.test("taking back that a song was put first leaves the decision before it, also if the song has its usual place by then", async () => {
  await using panel = await openPanel();
  panel.network.answer("PUT", "/api/requests/A/first", QUEUED);
  await panel.render(<RowMenu request={QUEUED} pending={[]} />);
  await click(button("Diğer işlemler: Şarkı A"));
  await choose("Sıradaki olsun");
  await panel.render(<RowMenu request={{ ...QUEUED, first: true }} pending={[]} />);
  await click(button("Diğer işlemler: Şarkı A"));
  await choose("Bahşiş sırasına döndür");
  await panel.services.undo.undoLatest();
  await settle();
  const sent = panel.network.calls.filter(({ path }) => path.startsWith("/api/requests/A/"));
  assert.deepEqual(
    sent.map(({ path, body }) => [path, (body as { first: boolean } | undefined)?.first]),
    [true, false, false].map((first) => ["/api/requests/A/first", first]),
  );
});

Deno.test("a guest can be refused from the menu of a row, but not of the cafe's own song", async () => {
  await using panel = await openPanel();
  const waiting = openRequest("B");
  panel.network.answer("POST", "/api/requests/B/block", { changed: 1, ids: ["B"] });
  await panel.render(<RowMenu request={waiting} pending={[waiting]} />);
  await click(button("Diğer işlemler: Şarkı B"));
  assert.deepEqual(items(), ["Bu akşam bu müşteriden istek alma"]);
  await choose("Bu akşam bu müşteriden istek alma");
  assert.ok(panel.network.calls.some(({ path }) => path === "/api/requests/B/block"));
  const own = openRequest("C", { status: "approved", own: true });
  await panel.render(<RowMenu request={own} pending={[]} />);
  await click(button("Diğer işlemler: Şarkı C"));
  assert.deepEqual(items(), ["Sıradaki olsun"]);
});

const SONG = {
  ...{ id: "1", uri: "spotify:track:1", title: "Ceylan", artist: "Ekin Beril", albumArt: "" },
  ...{ durationMs: null, explicit: false },
};

/** Opens 'Şarkı ekle' at a cafe of this source with tips paid there, and searches for a song that is found. */
async function searchOwn(
  source: string,
  tips: "platform" | "till",
  answer: () => Response = () => Response.json([SONG]),
) {
  const panel = await openPanel({ token: "login" });
  const cafe = ownCafe(source);
  panel.network.answer("GET", `/api/cafes/${cafe._id}`, { house: openHouse({ tips }) });
  panel.network.answer("GET", "/api/music/search", answer);
  panel.network.answer(
    "POST",
    "/api/requests/own",
    () => Response.json({ ...openRequest("A"), warnings: [] }, { status: 201 }),
  );
  await panel.know({ cafe });
  await panel.render(<OwnSongButton />);
  await click(button("Şarkı ekle"));
  // Its script is loaded then.
  await until(() => pageText().includes("Hangi şarkı çalsın?"));
  await type(field("Hangi şarkı çalsın?"), "ceylan");
  await panel.time.pass(300);
  await settle();
  return {
    ...panel,
    sent: () => panel.network.bodies("POST"),
  };
}

Deno.test("'Şarkı ekle' sends the song that is chosen, with the tip that the till has got", async () => {
  await using page = await searchOwn("spotify", "till");
  assert.equal(document.querySelector("dialog h2")!.textContent, "Kafenin isteği");
  await type(field("Kasada alınan bahşiş (TL)"), "on");
  await click(document.querySelector<HTMLElement>(".result")!);
  assert.deepEqual(page.sent(), []);
  assert.match(pageText(), /Bu tutar okunamadı/);
  await type(field("Kasada alınan bahşiş (TL)"), "12,50");
  await press(document.querySelector<HTMLElement>(".result")!);
  const { uri, title, artist, albumArt } = SONG;
  assert.deepEqual(page.sent(), [{ uri, songTitle: title, artist, albumArt, tipAmount: 12.5 }]);
  assert.equal(document.querySelector("dialog")!.open, false);
});

Deno.test("'Şarkı ekle' asks for no tip where guests do not pay at the till", async () => {
  await using page = await searchOwn("spotify", "platform");
  assert.doesNotMatch(pageText(), /Kasada alınan|Listede yok mu/);
  await press(document.querySelector<HTMLElement>(".result")!);
  assert.deepEqual(page.sent().length, 1);
  assert.ok(!("tipAmount" in (page.sent()[0] as object)));
});

Deno.test("the search of 'Şarkı ekle' says that it is the team's and no guest's", async () => {
  await using page = await searchOwn("spotify", "platform");
  const asked = page.network.calls.find(({ path }) => path.startsWith("/api/music/search"))!;
  assert.ok(asked.headers.get("x-auth-token"));
});

Deno.test("'Şarkı ekle' says so when the search answers with known songs", async () => {
  const headers = { "Known-Songs": "true" };
  await using _ = await searchOwn("spotify", "platform", () => Response.json([SONG], { headers }));
  assert.match(pageText(), /Spotify şu anda yavaş, bilinen şarkılar gösteriliyor\./);
});

Deno.test("'Şarkı ekle' takes a song in the team's own words where people play the music", async () => {
  await using page = await searchOwn("manual", "platform", () => Response.json([]));
  await click(button("Listede yok mu? Adını yazın"));
  await click(button("Bu şarkıyı seç"));
  assert.match(pageText(), /Sanatçının adını yazın/);
  await type(field("Sanatçı"), "Ekin Beril");
  await press(button("Bu şarkıyı seç"));
  const song = { uri: "manual:", songTitle: "ceylan", artist: "Ekin Beril", albumArt: "" };
  assert.deepEqual(page.sent(), [song]);
});
