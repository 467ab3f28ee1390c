import { strict as assert } from "node:assert";
import { type CafeStore, openCafeStore } from "../../../client/islands/cafe_store.ts";
import { QueueIsland } from "../../../client/islands/QueueIsland.tsx";
import type { OwnRequest } from "../../../server/contract/requests.ts";
import {
  button,
  click,
  type DomPage,
  openPage,
  pageText,
  perform,
} from "../../support/dom/page.ts";
import { answerNow } from "../../support/dom/now.ts";
import { cafeSnapshot, ownRequest } from "../../support/people/songs.ts";

const MOMENT = /Şimdi sizin şarkınız!/;
const queued = ownRequest("1", { songTitle: "Gülpembe", status: "approved", place: 1 });
const playing: OwnRequest = {
  ...queued,
  place: null,
  playedAt: "2026-11-02T17:00:00.000Z",
  playing: true,
};

Deno.test("when a guest's own song starts the page celebrates it for 15 seconds, and the list says that it plays", async () => {
  await using page = await openPage();
  const cafe = await openOn(page, [queued]);
  assert.doesNotMatch(pageText(), MOMENT);
  await change(page, cafe, [playing]);
  assert.match(card()!, /Şimdi sizin şarkınız!Gülpembe/);
  assert.equal(announced(), "Şimdi sizin şarkınız! Gülpembe çalıyor.");
  assert.match(document.querySelector(".own")!.textContent!, /Şu anda çalıyor/);
  await page.time.pass(14_999);
  assert.ok(card());
  await page.time.pass(1);
  assert.equal(card(), undefined);
  assert.match(document.querySelector(".own")!.textContent!, /Şu anda çalıyor/);
});

Deno.test("a song that played before the page was opened is not celebrated, and one that is over is not either", async () => {
  await using page = await openPage();
  const cafe = await openOn(page, [playing]);
  await change(page, cafe, [{ ...playing, playing: false }]);
  assert.equal(card(), undefined);
  assert.equal(announced(), "Gülpembe: çalındı.");
});

Deno.test("the next own song is celebrated again, and the guest can close it", async () => {
  await using page = await openPage();
  const next = ownRequest("2", { songTitle: "Islak Islak", status: "approved", place: 1 });
  const cafe = await openOn(page, [next, playing]);
  await change(page, cafe, [{ ...next, ...playing, _id: "2", songTitle: "Islak Islak" }, {
    ...playing,
    playing: false,
  }]);
  assert.match(card()!, /Islak Islak/);
  await click(button("Kapat"));
  assert.equal(card(), undefined);
});

async function openOn(page: DomPage, mine: OwnRequest[]): Promise<CafeStore> {
  page.network.answer("GET", "/api/requests/queue/", () => Response.json([]));
  answerNow(page);
  const cafe = openCafeStore(cafeSnapshot({ mine }));
  await page.render(<QueueIsland cafe={cafe} />);
  return cafe;
}

async function change(page: DomPage, cafe: CafeStore, mine: OwnRequest[]): Promise<void> {
  page.network.answer("GET", "/api/requests/mine", () => Response.json(mine));
  await perform(() => cafe.refresh());
}

function card(): string | undefined {
  return document.querySelector(".moment")?.textContent ?? undefined;
}

function announced(): string {
  return document.querySelector(".visually-hidden[role=status]")!.textContent!;
}
