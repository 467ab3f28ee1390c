// axe on every screen that a guest or a visitor sees, in each of its states and in both colour schemes.
import { strict as assert } from "node:assert";
import { sql } from "drizzle-orm";
import { findActive } from "../../db/plays.ts";
import { endPlay } from "../../db/plays.ts";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
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
import { answerSearch, openCafe, refuse } from "../support/browser/evening.ts";
import { authorizeUrl } from "../support/browser/consent.ts";
import { playNextInDatabase, playOwnMusic } from "../support/people/plays.ts";

const test = browserTests();

test("the pages without a cafe are accessible", async ({ server, browser }) => {
  const page = await browser.newPage();
  const at = (path: string) => () => page.goto(server.origin + path);
  await assertEachAccessible(page, {
    "landing": at("/"),
    "privacy": at("/aydinlatma-metni"),
    "missing page": at("/yok"),
    "missing cafe": at("/cafe/yok"),
    "consent": async () => {
      const { accountsUrl, clientId } = server.deps.config.spotify;
      await page.goto(await authorizeUrl(accountsUrl, clientId, server.origin));
    },
  });
});

test("the cafe page is accessible, from the empty queue to the loss of the server", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  const page = await browser.newPage();
  await page.goto(cafe.cafeUrl);
  await assertEachAccessible(page, {
    "cafe, empty queue": () => page.getByText("Henüz sırada şarkı yok.").waitFor(),
    "cafe, queue": async () => {
      await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
      await cafe.queueSong({ songTitle: "Sarı Çizmeli", tipAmount: 1250.5 });
      await queueRow(page, "Islak Islak").waitFor();
      await queueRow(page, "Sarı Çizmeli").waitFor();
    },
    "cafe, the cafe's own music plays": async () => {
      await playOwnMusic(server.deps, cafe.ownerId);
      // This tells the room.
      const { _id } = await cafe.submit();
      await cafe.decide(_id, "rejected");
      await page.getByRole("region", { name: "Şimdi çalıyor" }).waitFor();
    },
    "cafe, search failed": async () => {
      await refuse(page, "**/api/music/search?*", 429, "Çok fazla deneme yapıldı.");
      await search(page, "barı");
      await page.getByRole("alert").waitFor();
      await page.unroute("**/api/music/search?*");
    },
    "cafe, nothing found": async () => {
      await answerSearch(page, []);
      await search(page, "zzz");
      await page.getByText("Aramanıza uygun şarkı bulunamadı.").waitFor();
      await page.unroute("**/api/music/search?*");
    },
    "cafe, results": async () => {
      await answerSearch(page);
      await search(page, "barış");
      await result(page, "Gülpembe").waitFor();
    },
    "cafe, sheet": () => openSheet(page, "Gülpembe"),
    "cafe, typed tip on a phone": async () => {
      await page.setViewportSize({ width: 360, height: 780 });
      await typeTip(page, "1.250,5");
      await page.getByText("1.250,50 TL → 2. sıra").waitFor();
    },
    "cafe, large tip": async () => {
      await send(page);
      await page.getByText("Emin misiniz?").waitFor();
    },
    "cafe, tip that cannot be read": async () => {
      await page.getByRole("dialog").getByRole("button", { name: "Vazgeç", exact: true }).click();
      await page.getByLabel("Tutar (TL)").fill("1,000");
      await page.getByText("Bu tutar okunamadı.").waitFor();
    },
    "cafe, request failed": async () => {
      await page.setViewportSize({ width: 1280, height: 780 });
      await tipChoice(page, "25 TL").check();
      await refuse(page, "**/api/requests", 503, "Sistem şu anda yoğun.");
      await send(page);
      await page.getByRole("alert").filter({ hasText: "İstek gönderilirken" }).waitFor();
      await page.unroute("**/api/requests");
    },
    "cafe, request sent": async () => {
      await send(page);
      await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
      await page.getByText("onay bekliyor", { exact: true }).waitFor();
    },
    "cafe, own requests decided": async () => {
      await search(page, "cem");
      await openSheet(page, "Islak Islak");
      await send(page);
      await result(page, "Islak Islak").waitFor({ state: "detached" });
      for (const { _id, songTitle } of await cafe.pending()) {
        await cafe.decide(_id, songTitle === "Gülpembe" ? "approved" : "rejected");
      }
      const own = page.getByRole("region", { name: "İsteklerim" });
      await own.getByText("kabul edilmedi").waitFor();
      await queueRow(page, "Gülpembe").getByText("Sizin isteğiniz").waitFor();
    },
    "cafe, own song plays": async () => {
      for (const { _id, songTitle } of await cafe.pending()) {
        if (songTitle !== "Gülpembe") await cafe.decide(_id, "rejected");
      }
      assert.ok(await playNextInDatabase(server.deps, cafe.ownerId));
      // This tells the room.
      await cafe.queueSong({ songTitle: "Islak Islak" });
      await page.getByText("Şimdi sizin şarkınız!", { exact: true }).waitFor();
    },
    "cafe, own song cut short, and one that cannot be played": async () => {
      const { db } = server.deps;
      await search(page, "cem");
      await openSheet(page, "Islak Islak");
      await send(page);
      await result(page, "Islak Islak").waitFor({ state: "detached" });
      for (const { _id } of await cafe.pending()) await cafe.decide(_id, "approved");
      await db.write((d) => [
        d.run(sql`update song_requests set unplayable_at = 1
          where status = 'approved' and guest_id is not null`),
      ]);
      const play = (await findActive(db, cafe.ownerId))!;
      await endPlay(db, play, { at: server.clock.now(), why: "not_played" });
      await cafe.submit();
      const own = page.getByRole("region", { name: "İsteklerim" });
      await own.getByText("Şarkınız yarıda kesildi, bahşişiniz yazılmadı.").waitFor();
      await own.getByText("Bu şarkı burada çalınamadı.").waitFor();
    },
    "cafe, offline": async () => {
      await page.context().setOffline(true);
      await page.getByText("Bağlantı yok").waitFor();
    },
  });
});

test("supporting a song and taking a request back are accessible", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  const own = page.getByRole("region", { name: "İsteklerim" });
  const sheet = page.getByRole("dialog");
  await assertEachAccessible(page, {
    "support, sheet": async () => {
      await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
      await queueRow(page, "Islak Islak").getByRole("button").click();
      await sheet.getByText("Toplam 15 TL → 1. sıra").waitFor();
    },
    "support, 0 TL": async () => {
      await typeTip(page, "0");
      await sheet.getByText("0 TL'den büyük bir tutar yazın.").waitFor();
    },
    "support, failed": async () => {
      await tipChoice(page, "25 TL").check();
      await refuse(page, "**/tips", 503, "Sistem şu anda yoğun.");
      await sheet.getByRole("button", { name: "Destek ver" }).click();
      await sheet.getByRole("alert").waitFor();
      await page.unroute("**/tips");
    },
    "support, given": async () => {
      await sheet.getByRole("button", { name: "Destek ver" }).click();
      await page.getByText("Destek verdiniz!").waitFor();
      await own.getByText("Sizin bahşişiniz 25,00 TL, toplam 30,00 TL").waitFor();
    },
    "support, results": async () => {
      await search(page, "barış");
      await openSheet(page, "Gülpembe");
      await send(page);
      await own.getByText("onay bekliyor").waitFor();
      await search(page, "barış");
      await page.getByRole("region", { name: "Arama sonuçları" })
        .getByRole("button", { name: "Destek ver: Gülpembe" }).waitFor();
    },
    "taking back, question": async () => {
      await own.getByRole("button", { name: "Geri al" }).click();
      await own.getByText("Geri alınsın mı?").waitFor();
    },
    "taking back, refused": async () => {
      await refuse(page, "**/api/requests/*", 409, "İstek artık geri alınamaz.");
      await own.getByRole("button", { name: "Geri al" }).click();
      await own.getByText("İstek artık geri alınamaz.").waitFor();
      await page.unroute("**/api/requests/*");
    },
    "support, the song has left the queue": async () => {
      await queueRow(page, "Islak Islak").getByRole("button").click();
      await sheet.getByText("1. sırada, bahşişi 30 TL.").waitFor();
      assert.ok(await playNextInDatabase(server.deps, cafe.ownerId));
      // This tells the room.
      await cafe.submit();
      await sheet.getByText("Bu şarkı artık sırada beklemiyor.").waitFor();
    },
  });
});

test("the cafe page is accessible with letters of twice their size", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Uzunçarşıbaşı Kahvehanesi");
  await cafe.queueSong({ tipAmount: 10_000, songTitle: "Çekoslovakyalılaştıramadıklarımızdan" });
  await playOwnMusic(server.deps, cafe.ownerId);
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await assertEachAccessible(page, {
    "cafe, large letters": async () => {
      await page.evaluate(() => document.documentElement.style.fontSize = "200%");
      await search(page, "barış");
      await result(page, "Gülpembe").waitFor();
    },
    "cafe, sheet with large letters": () => openSheet(page, "Gülpembe"),
  });
});
