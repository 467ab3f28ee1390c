// axe on the cafe page in both colour schemes, as a guest's evening changes it.
import { strict as assert } from "node:assert";
import { sql } from "drizzle-orm";
import { endPlay, findActive } from "../../db/plays.ts";
import { assertAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import {
  openSheet,
  queueRow,
  result,
  search,
  send,
  tipChoice,
  typeTip,
} from "../support/browser/cafe_page.ts";
import { answerSearch, openCafe, refuse, SONGS } from "../support/browser/evening.ts";
import { playNextInDatabase, playOwnMusic } from "../support/people/plays.ts";

const test = browserTests();

test("the cafe page is accessible, from the empty queue to the loss of the server, and with large letters", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  const page = await browser.newPage();
  await answerSearch(page, [...SONGS, { ...SONGS[0]!, id: "3", durationMs: null, explicit: true }]);
  await page.goto(cafe.cafeUrl);
  await page.getByText("Henüz sırada şarkı yok.").waitFor();
  await assertAccessible(page, "cafe, empty queue");

  await playOwnMusic(server.deps, cafe.ownerId);
  await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
  await cafe.queueSong({ songTitle: "Sarı Çizmeli", tipAmount: 1250.5 });
  await queueRow(page, "Islak Islak").waitFor();
  await queueRow(page, "Sarı Çizmeli").waitFor();
  await page.getByRole("region", { name: "Şimdi çalıyor" }).waitFor();
  await search(page, "barış");
  await result(page, "Gülpembe").first().waitFor();
  await assertAccessible(page, "cafe, a song plays, a queue, and results");

  const sheet = page.getByRole("dialog");
  await result(page, "Gülpembe").first().click();
  await sheet.waitFor();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await typeTip(page, "1.250,5");
  await page.getByText("1.250,50 TL → 2. sıra").waitFor();
  await assertAccessible(page, "cafe, typed tip on a phone, with large letters");
  await page.evaluate(() => document.documentElement.style.fontSize = "");
  await send(page);
  await page.getByText("Emin misiniz?").waitFor();
  await assertAccessible(page, "cafe, large tip");
  await sheet.getByRole("button", { name: "Vazgeç", exact: true }).click();
  await page.setViewportSize({ width: 1280, height: 780 });
  await tipChoice(page, "25 TL").check();
  await refuse(page, "**/api/requests", "database_unavailable", "Sistem şu anda yoğun.");
  await send(page);
  await page.getByRole("alert").filter({ hasText: "İstek gönderilirken" }).waitFor();
  await page.unroute("**/api/requests");
  await typeTip(page, "1,000");
  await page.getByText("Bu tutar okunamadı.").waitFor();
  await assertAccessible(page, "cafe, a request that failed, and a tip that cannot be read");

  await tipChoice(page, "25 TL").check();
  await send(page);
  await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
  await search(page, "cem");
  await openSheet(page, "Islak Islak");
  await send(page);
  await sheet.waitFor({ state: "hidden" });
  const open = async () => (await cafe.pending()).filter(({ status }) => status === "pending");
  for (const { _id, songTitle } of await open()) {
    await cafe.decide(_id, songTitle === "Gülpembe" ? "approved" : "rejected");
  }
  const own = page.getByRole("region", { name: "İsteklerim" });
  await own.getByText("kabul edilmedi").waitFor();
  await queueRow(page, "Gülpembe").getByText("Sizin isteğiniz").waitFor();
  for (const { _id, songTitle } of await cafe.pending()) {
    if (songTitle !== "Gülpembe") await cafe.decide(_id, "rejected");
  }
  assert.ok(await playNextInDatabase(server.deps, cafe.ownerId));
  // This tells the room.
  await cafe.queueSong({ songTitle: "Islak Islak" });
  await page.getByText("Şimdi sizin şarkınız!", { exact: true }).waitFor();
  await assertAccessible(page, "cafe, own song plays, another was turned down");

  const { db } = server.deps;
  await search(page, "cem");
  await openSheet(page, "Islak Islak");
  await send(page);
  await sheet.waitFor({ state: "hidden" });
  for (const { _id } of await open()) await cafe.decide(_id, "approved");
  await db.write((d) => [
    d.run(sql`update song_requests set unplayable_at = 1
      where status = 'approved' and guest_id is not null`),
  ]);
  const play = (await findActive(db, cafe.ownerId))!;
  await endPlay(db, play, { at: server.clock.now(), why: "not_played" });
  await cafe.submit();
  await own.getByText("Şarkınız yarıda kesildi, bahşişiniz yazılmadı.").waitFor();
  await own.getByText("Bu şarkı burada çalınamadı.").waitFor();
  await page.context().setOffline(true);
  await page.getByText("Bağlantı yok").waitFor();
  await assertAccessible(page, "cafe, offline, own songs that were not played to their end");
});
