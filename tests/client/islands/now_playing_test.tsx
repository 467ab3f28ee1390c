import { strict as assert } from "node:assert";
import { staticCafeStore } from "../../../client/islands/cafe_store.ts";
import { NowPlaying, QueueIsland } from "../../../client/islands/QueueIsland.tsx";
import type { Playing } from "../../../client/islands/room.ts";
import { openPage, pageText, perform } from "../../support/dom/page.ts";
import { cafeSnapshot, ownRequest, playingSong, songRequest } from "../../support/people/songs.ts";

const SONG = { title: "Gülpembe", artist: "Barış Manço", durationMs: 225_000, positionMs: 83_000 };

Deno.test("what plays is shown with its artist, and its bar and time go on by themselves until it is over", async () => {
  await using page = await openPage();
  await page.render(<NowPlaying playing={playingSong(SONG)} />);
  assert.equal(pageText(), "Şimdi çalıyorGülpembeBarış Manço1:23 / 3:45");
  assert.equal(heading(), "Şimdi çalıyor");
  const before = filled();
  await perform(() => page.time.pass(22_500));
  assert.match(pageText(), /1:45 \/ 3:45$/);
  assert.equal(Math.round(filled() - before), 10);
  await perform(() => page.time.pass(225_000 + 4_000 - 83_000 - 22_500));
  assert.match(pageText(), /3:45 \/ 3:45$/);
  assert.equal(filled(), 100);
  await perform(() => page.time.pass(1_000));
  assert.equal(pageText(), "");
});

Deno.test("a paused song says so, and stays where it is", async () => {
  await using page = await openPage();
  await page.render(
    <NowPlaying playing={playingSong({ ...SONG, isPlaying: false })} />,
  );
  await perform(() => page.time.pass(60_000));
  assert.equal(pageText(), "DuraklatıldıGülpembeBarış Manço1:23 / 3:45");
});

const MARKS: [what: string, changes: Partial<Playing>, mark: string | undefined, said: RegExp][] = [
  ["another guest's song", { requestId: "1", byGuest: true }, undefined, /Müşteri isteği/],
  ["the guest's own song", { requestId: "1", byGuest: true }, "Sizin isteğiniz", /Sizin isteğiniz/],
  ["the cafe's own music", {}, undefined, /^(?!.*iste[kğ])/],
];

for (const [what, changes, mark, said] of MARKS) {
  Deno.test(`what plays is marked as ${what}`, async () => {
    await using page = await openPage();
    await page.render(<NowPlaying playing={playingSong({ ...SONG, ...changes })} mark={mark} />);
    assert.match(pageText(), said);
  });
}

Deno.test("a song of unknown length has no bar, and tells how long it has played", async () => {
  await using page = await openPage();
  await page.render(
    <NowPlaying playing={playingSong({ ...SONG, durationMs: null })} />,
  );
  assert.match(pageText(), /Barış Manço1:23$/);
  assert.equal(document.querySelector(".song-bar"), null);
});

Deno.test("before the server was asked, the page tells the length alone, unless the song is paused", async () => {
  await using page = await openPage();
  const rendered = { ...SONG, positionMs: 0, seenAtMs: null };
  await page.render(<NowPlaying playing={playingSong(rendered)} />);
  assert.match(pageText(), /Barış Manço3:45$/);
  const paused = { ...rendered, positionMs: 5_000, isPlaying: false };
  await page.render(<NowPlaying playing={playingSong(paused)} />);
  assert.match(pageText(), /0:05 \/ 3:45$/);
});

Deno.test("the song that plays is in the card, not in the queue, and places follow", async () => {
  await using page = await openPage();
  const cafe = staticCafeStore(cafeSnapshot({
    queue: [songRequest("1"), songRequest("2")],
    playing: playingSong({ requestId: "1", title: "Şarkı 1", byGuest: true }),
    mine: [ownRequest("1", { status: "approved", playing: true })],
  }));
  await page.render(<QueueIsland cafe={cafe} />);
  assert.match(document.querySelector(".now")!.textContent!, /Şarkı 1.*Sizin isteğiniz/);
  const rows = [...document.querySelectorAll(".board li")].map((row) => row.textContent!);
  assert.equal(rows.length, 1);
  assert.match(rows[0]!, /^Sıra 1.*Şarkı 2/);
});

function heading(): string | null {
  return document.querySelector("h2")!.textContent;
}

/** How much of the bar is filled, in percent. */
function filled(): number {
  const { transform } = document.querySelector<HTMLElement>(".song-bar span")!.style;
  return 100 + Number(transform.match(/translateX\((.*)%\)/)![1]);
}
