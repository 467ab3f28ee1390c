import { strict as assert } from "node:assert";
import { openCafeStore, staticCafeStore } from "../../../client/islands/cafe_store.ts";
import { QueueIsland } from "../../../client/islands/QueueIsland.tsx";
import { SearchIsland } from "../../../client/islands/SearchIsland.tsx";
import { createStore } from "../../../client/lib/store.ts";
import type { OwnRequest } from "../../../server/contract/requests.ts";
import { openPage, pageText, perform, until } from "../../support/dom/page.ts";
import { createOwner } from "../../support/people/factories.ts";
import { decide, draft, newGuest, queueOf } from "../../support/people/requests.ts";
import { cafeSnapshot, openHouse, ownRequest, songRequest } from "../../support/people/songs.ts";
import { testApp } from "../../support/start/test_app.ts";

Deno.test("the queue shows its songs in the server's order, and an empty one says so", async () => {
  await using page = await openPage();
  await page.render(
    <QueueIsland cafe={staticCafeStore(cafeSnapshot())} />,
  );
  assert.match(pageText(), /Henüz sırada şarkı yok\./);
  const queue = [songRequest("b", { tipAmount: 5 }), songRequest("a", { tipAmount: 50 })];
  await page.render(<QueueIsland cafe={staticCafeStore(cafeSnapshot({ queue }))} />);
  assert.deepEqual(titles(), ["Şarkı b", "Şarkı a"]);
  assert.match(pageText(), /2 şarkı/);
});

for (
  const [what, approvesFromTl, mine, hint] of [
    [
      "the cafe decides",
      undefined,
      [],
      "İlk şarkıyı siz isteyin: kafe onaylayınca burada görünür.",
    ],
    ["every request is approved", 0, [], "İlk şarkıyı siz isteyin: hemen burada görünür."],
    [
      "25 TL are approved",
      25,
      [],
      "İlk şarkıyı siz isteyin: en az 25,00 TL bahşişle hemen, yoksa kafe onaylayınca burada görünür.",
    ],
    ["the guest waits", 25, [ownRequest("1")], "İsteğiniz kafe onaylayınca burada görünür."],
  ] as const
) {
  Deno.test(`where ${what} the empty queue says '${hint}'`, async () => {
    await using page = await openPage();
    const snapshot = cafeSnapshot({ house: openHouse({ approvesFromTl }), mine: [...mine] });
    await page.render(<QueueIsland cafe={staticCafeStore(snapshot)} />);
    assert.ok(pageText().includes(hint), pageText());
  });
}

Deno.test("a song without a tip says so instead of an amount", async () => {
  await using page = await openPage();
  const queue = [songRequest("a", { tipAmount: 1250.5 }), songRequest("b", { tipAmount: 0 })];
  await page.render(<QueueIsland cafe={staticCafeStore(cafeSnapshot({ queue }))} />);
  const [tipped, without] = document.querySelectorAll(".board-tip");
  assert.match(tipped!.textContent!, /^1\.250,50 TL/);
  assert.match(without!.textContent!, /^Bahşişsiz/);
  assert.doesNotMatch(pageText(), /\b0,00/);
});

Deno.test("a cafe that has connected no music says that requests wait", async () => {
  await using page = await openPage();
  const render = (musicConnected: boolean) =>
    page.render(<QueueIsland cafe={staticCafeStore(cafeSnapshot({ musicConnected }))} />);
  await render(false);
  assert.match(pageText(), /henüz bağlamadı\..*istekler müzik hesabı bağlanana kadar bekler\./);
  await render(true);
  assert.doesNotMatch(pageText(), /bağlamadı/);
});

Deno.test("the guest's own songs are marked in the queue", async () => {
  await using page = await openPage();
  const cafe = staticCafeStore(cafeSnapshot({
    queue: [songRequest("a"), songRequest("b")],
    mine: [ownRequest("b", { status: "approved", place: 2 })],
  }));
  await page.render(<QueueIsland cafe={cafe} />);
  const [first, second] = document.querySelectorAll(".board li");
  assert.doesNotMatch(first!.textContent!, /Sizin isteğiniz/);
  assert.match(second!.textContent!, /Sizin isteğiniz/);
});

Deno.test("a song that the team put first, or that goes first by patience, says so in its row, and no other does", async () => {
  await using page = await openPage();
  const queue = [
    songRequest("f", { first: true }),
    { ...songRequest("a"), outOfTurn: true as const },
    songRequest("b"),
  ];
  await page.render(<QueueIsland cafe={staticCafeStore(cafeSnapshot({ queue }))} />);
  const said = [...document.querySelectorAll(".board-row")].map(({ textContent }) =>
    /Kafe öne aldı|Çok beklemesin diye önde/.exec(textContent!)?.[0]
  );
  assert.deepEqual(said, ["Kafe öne aldı", "Çok beklemesin diye önde", undefined]);
});

Deno.test("each change of the guest's own request is shown and announced", async () => {
  await using app = await testApp();
  const { ownerId, cafeId, token } = await createOwner(app.deps);
  await using page = await openPage(app, await newGuest(app));
  const cafe = openCafeStore(cafeSnapshot({ ownerId, cafeId }));
  await page.render(<QueueIsland cafe={cafe} />);
  const response = await fetch("/api/requests", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(draft(ownerId)),
  });
  const { _id } = await response.json();
  await refreshed("onay bekliyor");
  assert.match(announcement(), /Gülpembe: onay bekliyor\./);
  await decide(app, token, _id, "approved");
  await refreshed("1. sırada");
  assert.match(announcement(), /Gülpembe: 1\. sırada\. Sıradaki şarkı: Gülpembe\./);
  assert.equal((await queueOf(app, ownerId)).length, titles().length);
  await decide(app, token, _id, "rejected");
  await refreshed("kabul edilmedi");
  assert.match(announcement(), /Gülpembe: kabul edilmedi\./);
  assert.match(pageText(), /Henüz sırada şarkı yok\./);

  async function refreshed(state: string) {
    await perform(() => cafe.refresh());
    await until(() => document.querySelector(".own .state")?.textContent === state);
  }
});

Deno.test("a song that was cut short, or cannot be played, is announced with its sentence", async () => {
  await using page = await openPage();
  const cafe = createStore({ ...cafeSnapshot(), offline: false });
  const others = { refresh: () => Promise.resolve(), support() {} };
  const show = (mine: OwnRequest[]) =>
    perform(() => cafe.set({ ...cafeSnapshot({ mine }), offline: false }));
  const queued = ownRequest("1", { status: "approved", place: 1 });
  const playing = { ...queued, place: null, playedAt: "2026-11-02T17:00:00.000Z", playing: true };
  await page.render(<QueueIsland cafe={{ ...cafe, ...others }} />);
  await show([playing]);
  assert.match(pageText(), /Şimdi sizin şarkınız!/);
  await show([{ ...playing, playing: false, reversed: true }]);
  assert.equal(announcement(), "Şarkı 1: Şarkınız yarıda kesildi, bahşişiniz yazılmadı.");
  assert.doesNotMatch(pageText(), /Şimdi sizin şarkınız!/, "it plays no longer");
  await show([{ ...queued, place: null, unplayable: true }]);
  assert.equal(announcement(), "Şarkı 1: Bu şarkı burada çalınamadı.");
});

Deno.test("a lost connection is shown under the search until it is back", async () => {
  await using page = await openPage();
  page.network.answer("GET", "/api/requests/", () => Response.json([]));
  const cafe = openCafeStore(cafeSnapshot({ queue: [songRequest("a")] }));
  await page.render(
    <>
      <SearchIsland cafe={cafe} demo={false} term="" />
      <QueueIsland cafe={cafe} />
    </>,
  );
  assert.doesNotMatch(pageText(), /Bağlantı yok/);
  await perform(() => page.sockets.latest().drop());
  assert.match(document.querySelector(".search + .offline")!.textContent!, /Bağlantı yok/);
  assert.deepEqual(titles(), ["Şarkı a"], "the last known queue stays");
  await page.time.pass(1_000);
  await perform(() => page.sockets.latest().say({ type: "ready", revision: 1 }));
  assert.doesNotMatch(pageText(), /Bağlantı yok/);
});

function titles(): string[] {
  return [...document.querySelectorAll(".board .song-title")].map((title) => title.textContent!);
}

function announcement(): string {
  return document.querySelector(".visually-hidden[role=status]")!.textContent!;
}
