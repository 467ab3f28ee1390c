// A guest takes an own request back, after a question in its row.
import { strict as assert } from "node:assert";
import { type CafeStore, openCafeStore } from "../../../client/islands/cafe_store.ts";
import { QueueIsland } from "../../../client/islands/QueueIsland.tsx";
import type { OwnRequest } from "../../../server/contract/requests.ts";
import { refusal } from "../../support/dom/network.ts";
import { answerNow } from "../../support/dom/now.ts";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  openPage,
  pageText,
  perform,
  settle,
  until,
} from "../../support/dom/page.ts";
import { createOwner } from "../../support/people/factories.ts";
import { guestOf } from "../../support/people/guests.ts";
import { cafeSnapshot, ownRequest } from "../../support/people/songs.ts";
import { testApp } from "../../support/start/test_app.ts";

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
  await using page = await openPage();
  await open(page, [waiting]);
  const { KeyboardEvent: Key } = document.defaultView as unknown as {
    KeyboardEvent: typeof KeyboardEvent;
  };
  const escape = () =>
    question()!.dispatchEvent(new Key("keydown", { key: "Escape", bubbles: true }));
  for (const keep of [() => perform(escape), () => click(button("Vazgeç"))]) {
    await click(button(OFFER));
    await keep();
    assert.equal(question(), null);
    assertFocused(button(OFFER));
  }
  assert.equal(calls(page), 0);
});

Deno.test("only an own request that can be taken back has the button", async () => {
  await using page = await openPage();
  await open(page, [
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
  await using page = await openPage();
  const cafe = await open(page, [waiting]);
  const msg = "Bu isteğe başka bir müşteri destek verdi. İstek artık geri alınamaz.";
  page.network.answer("DELETE", PATH, refusal("request_decided", msg));
  await click(button(OFFER));
  await click(button("Geri al"));
  const said = document.querySelector<HTMLElement>(".own-fault")!;
  assert.equal(said.textContent, msg);
  assertFocused(said);
  answerMine(page, [{ ...waiting, canTakeBack: false, tipAmount: 30 }]);
  await perform(() => cafe.refresh());
  assert.doesNotMatch(pageText(), /Geri al$/);
  assert.equal(document.querySelector(".own .row-action"), null);
  assert.ok(pageText().includes(msg), "the reason stays");
  assert.ok(pageText().includes("Sizin bahşişiniz 10,00 TL, toplam 30,00 TL"));
});

Deno.test("without a connection nothing is taken back, the page says so, and the guest can try again", async () => {
  await using page = await openPage();
  await open(page, [waiting]);
  page.network.answer("DELETE", PATH, () => Promise.reject(new TypeError("offline")));
  await click(button(OFFER));
  await click(button("Geri al"));
  assert.match(pageText(), /Bağlantı yok\. Bağlantı gelince tekrar deneyin\./);
  await click(button(OFFER));
  assert.doesNotMatch(pageText(), /Bağlantı yok/);
  assertFocused(question());
});

Deno.test("a second press while the request is being taken back, and Escape then, do nothing", async () => {
  await using page = await openPage();
  await open(page, [waiting]);
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
  await using page = await openPage();
  await open(page, [{ ...waiting, ownTip: 0, tipAmount: 75, canTakeBack: false }]);
  assert.match(pageText(), /İsteğiniz bahşişsiz, toplam 75,00 TL/);
});

async function open(page: DomPage, mine: OwnRequest[]): Promise<CafeStore> {
  page.network.answer("GET", "/api/requests/queue/", () => Response.json([]));
  answerMine(page, mine);
  answerNow(page);
  const cafe = openCafeStore(cafeSnapshot({ mine }));
  await page.render(<QueueIsland cafe={cafe} />);
  return cafe;
}

function answerMine(page: DomPage, mine: OwnRequest[]): void {
  page.network.answer("GET", "/api/requests/mine", () => Response.json(mine));
}

function question(): HTMLElement | null {
  return document.querySelector(".own-question > p");
}

/** How many requests were asked to be taken back. */
function calls({ network }: DomPage): number {
  return network.calls.filter(({ method }) => method === "DELETE").length;
}

function titles(): string[] {
  return [...document.querySelectorAll(".own ol .song-title")].map((title) => title.textContent!);
}

function announcement(): string {
  return document.querySelector(".board ~ [role=status]")!.textContent!;
}
