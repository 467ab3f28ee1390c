import { strict as assert } from "node:assert";
import { useRef } from "react";
import { useVisibleArea } from "../../../../client/islands/sheet/RequestSheet.tsx";
import {
  acceptRequests,
  go,
  openSearch,
  openSheet,
  openSheetOn,
  requestsSent,
  resultRow,
  rows,
  search,
  sheet,
  termField,
  tipChoice,
  tipEffect,
  tipsSent,
} from "../../dom/cafe_search.tsx";
import { BUSY } from "../../dom/network.ts";
import type { SongRequestDraft } from "../../../../server/contract/requests.ts";
import { answerNow } from "../../dom/now.ts";
import {
  assertFocused,
  button,
  chooseOption,
  click,
  type DomPage,
  field,
  fire,
  openPage,
  pageText,
  perform,
  settle,
  submit,
  type,
  until,
} from "../../dom/page.ts";
import { connectedOwner } from "../../../support/people/cafe_evening.ts";
import { newGuest } from "../../../support/people/requests.ts";
import {
  openHouse,
  playingSong,
  searchResult,
  songRequest,
} from "../../../support/people/songs.ts";
import { testApp } from "../../../support/start/test_app.ts";

const SONG = searchResult();
const SEND = "İstek gönder";

Deno.test("a guest finds a song, sends a request, and the focus goes to where it now stands", async () => {
  await using app = await testApp();
  const { ownerId, cafeId } = await connectedOwner(app);
  await using page = await openPage(app, await newGuest(app));
  await openSearch(page, { ownerId, cafeId });
  await search("gülpembe");
  await openSheet("Gülpembe");
  await click(button(SEND));
  await until(() => document.querySelector(".own .state")?.textContent === "onay bekliyor");
  await until(() => document.activeElement?.textContent === "İsteklerim");
  assert.match(pageText(), /Şarkı isteğiniz gönderildi!Kafe onaylayınca sıraya girer\./);
  assert.equal(sheet(), null);
  assert.deepEqual([rows(), termField().value], [[], ""]);
  assert.equal(history.state, null, "Back leads to where the guest came from");
});

Deno.test("a guest whose request is approved at once is not told to wait for the cafe", async () => {
  await using page = await openSheetOn(SONG);
  acceptRequests(page, { status: "approved" });
  await click(button(SEND));
  await until(() => pageText().includes("Şarkı isteğiniz gönderildi!Şarkınız sıraya girdi."));
  assert.doesNotMatch(pageText(), /Kafe onaylayınca sıraya/);
});

Deno.test("the sheet offers no tip, four amounts and another one, and 10 TL is chosen at first", async () => {
  await using _ = await openSheetOn(SONG);
  const choices = [...document.querySelectorAll(".tip-choice")];
  assert.deepEqual(
    choices.map((choice) => choice.textContent),
    ["Bahşişsiz", "10 TL", "25 TL", "50 TL", "100 TL", "Başka tutar"],
  );
  const chosen = choices.filter((choice) => choice.querySelector("input")!.checked);
  assert.deepEqual(chosen.map((choice) => choice.textContent), ["10 TL"]);
  assertFocused(tipChoice("10 TL"));
});

Deno.test("the sheet says live what the chosen tip does", async () => {
  await using page = await openSheetOn(SONG, { queue: [50, 20, 10].map(queued) });
  assert.equal(tipEffect(), "10 TL → 4. sıra, yaklaşık 11 dk");
  await click(tipChoice("25 TL"));
  assert.equal(tipEffect(), "25 TL → 2. sıra, yaklaşık 4 dk");
  await click(tipChoice("Bahşişsiz"));
  assert.equal(tipEffect(), "Bahşişsiz → 4. sıra, yaklaşık 11 dk");
  page.network.answer("GET", "/api/requests/queue/", [queued(50)]);
  answerNow(page, playingSong({ durationMs: 4 * 60_000, positionMs: 60_000 }));
  page.network.answer("GET", "/api/requests/mine", []);
  await perform(() => page.cafe.refresh());
  // The song that plays has 3:00 left.
  assert.equal(tipEffect(), "Bahşişsiz → 2. sıra, yaklaşık 7 dk");
});

Deno.test("with patience the sheet tells the earliest place", async () => {
  const house = openHouse({ order: "patience" });
  await using _ = await openSheetOn(SONG, { queue: [50, 5].map(queued), house });
  assert.equal(tipEffect(), "10 TL → en erken 2. sıra, yaklaşık 4 dk");
});

Deno.test("without music the sheet tells the place alone", async () => {
  await using _ = await openSheetOn(SONG, { musicConnected: false });
  assert.equal(tipEffect(), "10 TL → 1. sıra");
});

Deno.test("the song and the cafe are sent with the chosen tip, also with none", async () => {
  const song = searchResult({ albumArt: "https://i.scdn.co/image/1" });
  for (const [label, tipAmount] of [["25 TL", 25], ["Bahşişsiz", 0]] as const) {
    await using page = await openSheetOn(song);
    await click(tipChoice(label));
    await click(button(SEND));
    const { title: songTitle, artist, albumArt, uri } = song;
    const sent = { songTitle, artist, albumArt, uri, ownerId: "owner", tipAmount };
    assert.deepEqual(page.network.bodies("POST"), [sent]);
  }
});

Deno.test("another amount is read as it is written in Turkish, and shown as it will be sent", async () => {
  await using page = await openSheetOn(SONG);
  await click(tipChoice("Başka tutar"));
  const amount = field("Tutar (TL)");
  assert.equal(amount.inputMode, "decimal");
  assert.equal(tipEffect(), "");
  await type(amount, "12,5");
  assert.equal(tipEffect(), "12,50 TL → 1. sıra, yaklaşık 1 dk");
  await submit(amount, "200,5");
  assert.deepEqual(tipsSent(page), [200.5]);
});

Deno.test("an amount that cannot be read, is too large or is missing is not sent, and a sentence says why", async () => {
  await using page = await openSheetOn(SONG);
  await click(tipChoice("Başka tutar"));
  const amount = field("Tutar (TL)");
  assert.equal(
    amount.getAttribute("aria-invalid"),
    null,
    "nothing is wrong before the guest has typed",
  );
  for (
    const [text, sentence] of [
      ["", "Bir tutar yazın ya da 'Bahşişsiz' seçin."],
      ["1,000", "Bu tutar okunamadı. Örneğin 12,50 yazın."],
      ["10.001", "Bahşiş en fazla 10.000 TL olabilir."],
    ] as const
  ) {
    await submit(amount, text);
    assert.equal(document.getElementById("tip-fault")!.textContent, sentence);
    assert.equal(amount.getAttribute("aria-describedby"), "tip-fault");
    assert.equal(tipEffect(), "");
    assertFocused(amount);
  }
  assert.deepEqual(tipsSent(page), []);
});

Deno.test("a second press while the request is under way sends nothing", async () => {
  await using page = await openSheetOn(SONG);
  const waiting = page.network.hold("POST", "/api/requests");
  await click(button(SEND));
  await click(button(SEND));
  assert.equal(button(SEND).getAttribute("aria-disabled"), "true");
  assert.equal(waiting.length, 1);
  waiting[0]!.release(Response.json(songRequest("1"), { status: 201 }));
  await settle();
  assert.equal(sheet(), null);
});

Deno.test("a guest can ask for a song again, which is another request", async () => {
  await using page = await openSheetOn(SONG);
  await click(button(SEND));
  await search("gülpembe");
  await openSheet(SONG.title);
  await click(button(SEND));
  const [first, second] = requestsSent(page).map(({ headers }) => headers.get("idempotency-key"));
  assert.ok(first && second && first !== second);
});

Deno.test("without a cafe no request is sent, and the guest is told", async () => {
  await using page = await openSheetOn(SONG, { ownerId: "" });
  await click(button(SEND));
  assert.deepEqual(tipsSent(page), []);
  assert.match(pageText(), /Kafe bilgileri yüklenemedi, istek gönderilemiyor\./);
});

Deno.test("a closed sheet leaves the results as they were, and opens with 10 TL again", async () => {
  await using _ = await openSheetOn(SONG);
  await click(tipChoice("100 TL"));
  await click(button("Vazgeç ve kapat"));
  assert.equal(sheet(), null);
  assert.equal(rows().length, 1);
  await click(resultRow(SONG.title));
  assert.equal(tipChoice("10 TL").checked, true);
});

const queued = (tipAmount: number) => songRequest(`${tipAmount}`, { tipAmount });

// What the sheet says of the cafe's approval (docs/house.md#approval). 10 TL is chosen at first.
const WAITS = "Kafe onaylayınca bu sıraya girer.";
const ENTERS = "Onay beklemeden bu sıraya girer.";

for (
  const [approvesFromTl, says] of [[undefined, WAITS], [10.5, WAITS], [10, ENTERS], [0, ENTERS]]
) {
  Deno.test(`a tip of 10 TL where requests are approved from ${approvesFromTl} TL reads '${says}'`, async () => {
    const house = openHouse({ approvesFromTl: approvesFromTl as number | undefined });
    await using _ = await openSheetOn(searchResult(), { house });
    const told = [WAITS, ENTERS].filter((text) => sheet()!.textContent.includes(text));
    assert.deepEqual(told, [says]);
  });
}

for (const tips of ["till", "platform"] as const) {
  Deno.test(`the sheet of a cafe with the rule '${tips}' ${tips === "till" ? "says" : "does not say"} that the tip is paid at the till`, async () => {
    await using _ = await openSheetOn(searchResult(), { house: openHouse({ tips }) });
    assert.equal(sheet()!.textContent.includes("Bahşişinizi kasada ödeyin."), tips === "till");
  });
}

// The sheet asks once more before a large tip is sent.
Deno.test("a tip from 250 TL on is sent after a question, with the amount in it", async () => {
  await using page = await choose("250");
  assert.deepEqual(tipsSent(page), []);
  assert.match(sheet()!.textContent!, /250,00 TL bahşiş yazılacak\. Emin misiniz\?/);
  assertFocused(document.querySelector(".sheet-question"));
  await click(button("Gönder"));
  assert.deepEqual(tipsSent(page), [250]);
  assert.equal(sheet(), null);
});

Deno.test("a guest who takes a large tip back is at the choice again, where nothing was lost or sent", async () => {
  await using page = await choose("1.000,50");
  await click(button("Vazgeç"));
  assert.equal(tipEffect(), "1.000,50 TL → 1. sıra, yaklaşık 1 dk");
  assertFocused(button("İstek gönder"));
  assert.deepEqual(tipsSent(page), []);
});

Deno.test("a tip just below 250 TL is sent without a question", async () => {
  await using page = await choose("249,99");
  assert.deepEqual(tipsSent(page), [249.99]);
});

/** Types an amount into the sheet of SONG and sends it. */
async function choose(amount: string): Promise<DomPage> {
  const page = await openSheetOn(SONG);
  await click(tipChoice("Başka tutar"));
  await submit(field("Tutar (TL)"), amount);
  return page;
}

const WAYS: [what: string, close: () => Promise<void>][] = [
  ["its button", () => click(button("Vazgeç ve kapat"))],
  ["the browser's Back", () => go(-1)],
  // The browser closes a modal dialog itself.
  ["Escape", () => perform(() => sheet()!.close())],
  ["a press beside it", () => press(sheet()!, sheet()!)],
];

for (const [what, close] of WAYS) {
  Deno.test(`${what} closes the sheet, and the focus returns to the song's row`, async () => {
    await using _ = await openSheetOn(SONG);
    await close();
    assert.equal(sheet(), null);
    assertFocused(resultRow(SONG.title));
    assert.equal(rows().length, 1);
    assert.equal(steps(), 1, "one more step back leaves the search");
  });
}

Deno.test("a press inside the sheet, or one that begins inside and ends beside it, closes nothing", async () => {
  await using _ = await openSheetOn(SONG);
  const title = sheet()!.querySelector<HTMLElement>("h2")!;
  await press(title, title);
  await press(title, sheet()!);
  assert.ok(sheet());
});

/** A press that begins on one element and ends on another: the browser clicks what they share. */
async function press(from: HTMLElement, to: HTMLElement): Promise<void> {
  await fire(from, "pointerdown");
  await fire(to, "click");
}

/** How many steps back lead to the page without a search. */
const steps = () => history.state.depth;

const SCREEN_PX = 740;

Deno.test("the sheet and the notices keep above the on-screen keyboard, and the sheet its size while the guest has zoomed in", async () => {
  using viewport = openViewport();
  await using page = await openPage();
  await page.render(<Sheet />);
  const { style } = document.documentElement;
  const area = () =>
    ["--visible", "--covered"].map((name) => style.getPropertyValue(name)).join(" ");
  await perform(() => viewport.change({ height: 440 }));
  assert.equal(area(), "440px 300px");
  await perform(() => viewport.change({ height: 440, offsetTop: 120 }));
  assert.equal(area(), "440px 180px", "the page was scrolled behind the keyboard");
  await perform(() => viewport.change({ height: 370, scale: 2 }));
  assert.equal(area(), "440px 180px");
  await perform(() => viewport.change({ height: SCREEN_PX }));
  assert.equal(area(), "740px 0px");
});

function Sheet() {
  const sheet = useRef<HTMLDialogElement>(null);
  useVisibleArea(sheet);
  return <dialog ref={sheet} />;
}

/** The visual viewport of a phone, until it is disposed. */
function openViewport() {
  const viewport = Object.assign(new EventTarget(), { height: SCREEN_PX, offsetTop: 0, scale: 1 });
  Object.assign(globalThis, { visualViewport: viewport, innerHeight: SCREEN_PX });
  return {
    change(next: Partial<typeof viewport>) {
      Object.assign(viewport, { offsetTop: 0, scale: 1 }, next);
      viewport.dispatchEvent(new Event("resize"));
    },
    [Symbol.dispose]() {
      for (const name of ["visualViewport", "innerHeight"]) {
        Reflect.deleteProperty(globalThis, name);
      }
    },
  };
}

Deno.test("where the cafe has dedications, the sheet sends a name and a wish, and without a name neither", async () => {
  const wishes = ["Doğum günün kutlu olsun", "İyi ki varsın"];
  await using page = await openSheetOn(SONG, { house: openHouse({ wishes }) });
  page.network.answer("POST", "/api/requests", BUSY);
  await until(() => document.querySelector(".dedicate"));
  await click(button(SEND));
  await type(field("Kime (adı)"), "  ");
  await click(button(SEND));
  await type(field("Kime (adı)"), "Ayşe");
  await chooseOption(document.querySelector<HTMLSelectElement>(".dedicate select")!, "2");
  await click(button(SEND));
  const sent = requestsSent(page).map(({ body }) => (body as SongRequestDraft).dedication);
  assert.deepEqual(sent, [undefined, undefined, { to: "Ayşe", wish: 2 }]);
});

Deno.test("without dedications, and where a song is supported, the sheet asks for no name", async () => {
  const queue = [songRequest("1", { uri: SONG.uri })];
  for (const house of [openHouse(), openHouse({ wishes: ["Doğum günün kutlu olsun"] })]) {
    await using _ = await openSheetOn(SONG, { house, queue });
    if (house.wishes) {
      await click(button("Vazgeç ve kapat"));
      await click(document.querySelector<HTMLElement>(".results .row-action")!);
    }
    // By then the sheet would have it, too.
    await import("../../../../client/islands/sheet/Dedicate.tsx");
    await settle();
    assert.ok(button(house.wishes ? "Destek ver" : SEND));
    assert.ok(!document.querySelector(".dedicate"));
  }
});
