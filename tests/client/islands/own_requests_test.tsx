import { strict as assert } from "node:assert";
import { QueueIsland } from "../../../client/islands/QueueIsland.tsx";
import { openCafeStore } from "../../../client/islands/cafe_store.ts";
import { answerMine, changeMine, openOwn, openOwnQueue, showOwn } from "../dom/cafe_queue.tsx";
import { OFFLINE, refusal } from "../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  fire,
  openPage,
  pageText,
  settle,
  texts,
  until,
} from "../dom/page.ts";
import { createOwner } from "../../support/people/factories.ts";
import { guestOf } from "../../support/people/guests.ts";
import { cafeSnapshot, ownRequest } from "../../support/people/songs.ts";
import { testApp } from "../../support/start/test_app.ts";

const PLAYED_AT = "2026-11-02T17:00:00.000Z";

Deno.test("each of the guest's requests says where it stands", async () => {
  await using _ = await openOwn(
    ownRequest("1"),
    ownRequest("2", { status: "approved", place: 3 }),
    ownRequest("3", { status: "approved", playedAt: PLAYED_AT, playing: true }),
    ownRequest("4", { status: "approved", playedAt: PLAYED_AT }),
    ownRequest("5", { status: "rejected" }),
    ownRequest("6", { status: "approved", playedAt: PLAYED_AT, reversed: true }),
    ownRequest("7", { status: "approved", unplayable: true }),
    ownRequest("8", { status: "rejected", unplayable: true }),
    ownRequest("9", { status: "expired" }),
  );
  const states = texts(".state");
  assert.deepEqual(states, [
    "onay bekliyor",
    "3. sırada",
    "Şu anda çalıyor",
    "yarıda kesildi",
    "çalınamadı",
    "çalınamadı",
    "süresi doldu",
    "çalındı",
    "kabul edilmedi",
  ]);
});

Deno.test("requests of which nothing more is to be read are folded as soon as there are two", async () => {
  const played = { status: "approved", playedAt: PLAYED_AT } as const;
  const requests = [
    ownRequest("1", played),
    ownRequest("2"),
    ownRequest("3", { ...played, reversed: true }),
    ownRequest("4", { ...played, payAtTill: true }),
  ];
  await using page = await openOwn(...requests);
  assert.equal(document.querySelector("details"), null);
  const folded = [ownRequest("5", played), ownRequest("6", { status: "rejected" })];
  await showOwn(page, [...requests, ...folded]);
  const fold = document.querySelector("details")!;
  assert.equal(fold.querySelector("summary")!.textContent, "2 çalındı, 1 kabul edilmedi");
  const titles = (within: ParentNode) => texts(".song-title", within);
  assert.deepEqual(titles(fold), ["Şarkı 1", "Şarkı 5", "Şarkı 6"]);
  assert.deepEqual(titles(document.querySelector(".gliding")!), ["Şarkı 2", "Şarkı 3", "Şarkı 4"]);
});

Deno.test("the guest of a song that was cut short reads that, and that the tip does not count if there was one", async () => {
  const cut = { status: "approved", playedAt: PLAYED_AT, reversed: true } as const;
  await using _ = await openOwn(
    ownRequest("1", { ...cut, tipAmount: 10 }),
    ownRequest("2", { ...cut, tipAmount: 0 }),
    ownRequest("3", { status: "approved", unplayable: true }),
  );
  const [tipped, without, unplayable] = document.querySelectorAll(".own li");
  assert.match(tipped!.textContent!, /Şarkınız yarıda kesildi, bahşişiniz yazılmadı\.$/);
  assert.doesNotMatch(tipped!.textContent!, /TL/);
  assert.match(without!.textContent!, /Şarkınız yarıda kesildi\.$/);
  assert.match(unplayable!.textContent!, /Bu şarkı burada çalınamadı\.$/);
});

Deno.test("a request that was turned down, expired or could not be played names no tip, since none is owed", async () => {
  const over = [
    { status: "rejected" },
    { status: "expired" },
    { status: "approved", unplayable: true },
    { status: "approved", playedAt: PLAYED_AT, reversed: true },
  ] as const;
  await using _ = await openOwn(
    ...over.flatMap((facts, at) => [
      ownRequest(`${at}`, { ...facts, tipAmount: 50 }),
      ownRequest(`${at} supported`, { ...facts, tipAmount: 50, ownTip: 20 }),
    ]),
  );
  assert.doesNotMatch(pageText(), /TL/);
});

Deno.test("a request without a tip says so instead of an amount", async () => {
  await using _ = await openOwn(
    ownRequest("1", { tipAmount: 0 }),
    ownRequest("2", { tipAmount: 12.5 }),
  );
  const [without, some] = document.querySelectorAll(".own-facts");
  assert.match(without!.textContent!, /Bahşişsiz$/);
  assert.match(some!.textContent!, /12,50 TL$/);
});

Deno.test("a guest without requests sees no heading for them", async () => {
  await using _ = await openOwn();
  assert.equal(pageText(), "");
});

Deno.test("a request in the queue tells its wait, unless no music is connected", async () => {
  const requests = [
    ownRequest("1", { status: "approved", place: 3, waitMinutes: 12 }),
    ownRequest("2", { status: "approved", place: 30, waitMinutes: 95 }),
    ownRequest("3"),
  ];
  const waits = () => texts(".own-wait");
  await using page = await openOwn(...requests);
  assert.deepEqual(waits(), ["yaklaşık 12 dk", "yaklaşık 1,5 saat"]);
  await showOwn(page, requests, false);
  assert.deepEqual(waits(), []);
});

Deno.test("a request that the team put first says so", async () => {
  await using _ = await openOwn(ownRequest("1", { status: "approved", place: 1, first: true }));
  assert.match(pageText(), /Kafe öne aldı/);
});

Deno.test("a request whose tip the till waits for says where to pay", async () => {
  await using page = await openOwn(ownRequest("1"));
  assert.doesNotMatch(pageText(), /kasada/);
  const shows = async (payAmount: number, tipAmount: number) => {
    await showOwn(page, [ownRequest("1", { payAtTill: true, payAmount, tipAmount })]);
    return pageText();
  };
  assert.match(await shows(10, 10), /Bahşişinizi kasada ödeyin\./);
  assert.match(await shows(5, 15), /Bahşişinizin kalanını \(5,00 TL\) kasada ödeyin\./);
});

Deno.test("who may have paid at the till for a song that is not played is told to fetch the money", async () => {
  const refund = { refundAtTill: true };
  await using _ = await openOwn(
    ownRequest("1", { status: "rejected", ...refund }),
    ownRequest("2", { status: "expired", ...refund }),
    ownRequest("3", { status: "approved", playedAt: PLAYED_AT, reversed: true, ...refund }),
    ownRequest("4", { status: "rejected" }),
  );
  const [rejected, expired, cut, platform] = texts(".own li");
  assert.match(rejected!, /Ödediyseniz bahşişinizi kasadan geri alın\.$/);
  assert.match(
    expired!,
    /İsteğiniz onaylanmadan kafenin istek saati bitti\.Ödediyseniz bahşişinizi kasadan geri alın\.$/,
  );
  assert.match(cut!, /Şarkınız yarıda kesildi\.Ödediyseniz bahşişinizi kasadan geri alın\.$/);
  assert.doesNotMatch(platform!, /kasa/);
});

// A guest takes an own request back, after a question in its row.
const OFFER = "Geri al: Gülpembe";
const waiting = ownRequest("1", { songTitle: "Gülpembe" });
const PATH = "/api/requests/1";

Deno.test("a request is taken back after a question: it leaves the list, which is announced, and the focus stays near", async () => {
  await using app = await testApp();
  const { ownerId, cafeId } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  await guest.send({ songTitle: "Dönence" });
  await guest.send();
  await using page = await openPage(app, guest.cookie);
  const cafe = openCafeStore(cafeSnapshot({ ownerId, cafeId, mine: await guest.mine() }));
  await page.render(<QueueIsland cafe={cafe} />);
  for (
    const [title, focused] of [["Gülpembe", "İsteklerim"], ["Dönence", "Şarkı sırası"]] as const
  ) {
    await click(button(`Geri al: ${title}`));
    assertFocused(question());
    assert.equal(question()!.textContent, "Geri alınsın mı?");
    assert.equal(calls(page), title === "Gülpembe" ? 0 : 1);
    await click(button("Geri al"));
    await until(() => announcement() === `${title}: geri alındı.`);
    await until(() => document.activeElement?.textContent === focused);
    assert.ok(!titles().includes(title));
  }
  assert.deepEqual(await guest.mine(), []);
});

Deno.test("Escape and 'Vazgeç' keep the request, and the focus returns to the button", async () => {
  await using page = await openOwnQueue([waiting]);
  const escape = () => fire(question()!, "keydown", { key: "Escape" });
  for (const keep of [escape, () => click(button("Vazgeç"))]) {
    await click(button(OFFER));
    await keep();
    assert.equal(question(), null);
    assertFocused(button(OFFER));
  }
  assert.equal(calls(page), 0);
});

Deno.test("only an own request that can be taken back has the button", async () => {
  await using _ = await openOwnQueue([
    ownRequest("2", { songTitle: "Dönence", canTakeBack: false }),
    ownRequest("3", { status: "approved", place: 1 }),
    waiting,
  ]);
  const offers = [...document.querySelectorAll(".own .row-action")].map((offer) =>
    offer.getAttribute("aria-label")
  );
  assert.deepEqual(offers, [OFFER]);
});

Deno.test("a refusal says that another guest supports the request, has the focus, and the button goes", async () => {
  await using page = await openOwnQueue([waiting]);
  const msg = "Bu isteğe başka bir müşteri destek verdi. İstek artık geri alınamaz.";
  page.network.answer("DELETE", PATH, refusal("request_decided", msg));
  await click(button(OFFER));
  await click(button("Geri al"));
  const said = document.querySelector<HTMLElement>(".own-fault")!;
  assert.equal(said.textContent, msg);
  assertFocused(said);
  await changeMine(page, [{ ...waiting, canTakeBack: false, tipAmount: 30 }]);
  assert.doesNotMatch(pageText(), /Geri al$/);
  assert.equal(document.querySelector(".own .row-action"), null);
  assert.ok(pageText().includes(msg), "the reason stays");
  assert.ok(pageText().includes("Sizin bahşişiniz 10,00 TL, toplam 30,00 TL"));
});

Deno.test("without a connection nothing is taken back, the page says so, and the guest can try again", async () => {
  await using page = await openOwnQueue([waiting]);
  page.network.answer("DELETE", PATH, OFFLINE);
  await click(button(OFFER));
  await click(button("Geri al"));
  assert.match(pageText(), /Bağlantı yok\. Bağlantı gelince tekrar deneyin\./);
  await click(button(OFFER));
  assert.doesNotMatch(pageText(), /Bağlantı yok/);
  assertFocused(question());
});

Deno.test("a second press while the request is being taken back, and Escape then, do nothing", async () => {
  await using page = await openOwnQueue([waiting]);
  const held = page.network.hold("DELETE", PATH);
  await click(button(OFFER));
  await click(button("Geri al"));
  await click(button("Geri al"));
  await click(button("Vazgeç"));
  assert.equal(held.length, 1);
  assert.ok(question());
  answerMine(page, []);
  held[0]!.release(new Response(null, { status: 204 }));
  await settle();
  await until(() => document.querySelector(".own") === null);
});

Deno.test("the guest of a request without a tip that others support reads the sum", async () => {
  await using _ = await openOwnQueue([{
    ...waiting,
    ownTip: 0,
    tipAmount: 75,
    canTakeBack: false,
  }]);
  assert.match(pageText(), /İsteğiniz bahşişsiz, toplam 75,00 TL/);
});

const question = () => document.querySelector(".own-question > p");

/** How many requests were asked to be taken back. */
const calls = ({ network }: DomPage) => network.paths("DELETE").length;

const titles = () => texts(".own ol .song-title");
const announcement = () => document.querySelector(".board ~ [role=status]")!.textContent!;
