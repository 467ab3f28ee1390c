// axe on every screen that a guest or a visitor sees, in each of its states and in both colour schemes.
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { queueRow, result, search } from "../support/browser/cafe_page.ts";
import { answerSearch, openCafe, refuse } from "../support/browser/evening.ts";
import { authorizeUrl } from "../support/browser/consent.ts";

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
    "cafe, search failed": async () => {
      await refuse(page, "**/api/spotify/search?*", 429, "Çok fazla deneme yapıldı.");
      await search(page, "barış");
      await page.getByRole("alert").waitFor();
      await page.unroute("**/api/spotify/search?*");
    },
    "cafe, nothing found": async () => {
      await answerSearch(page, []);
      await search(page, "barış");
      await page.getByText("Bu aramaya uyan şarkı bulunamadı.").waitFor();
      await page.unroute("**/api/spotify/search?*");
    },
    "cafe, results": async () => {
      await answerSearch(page);
      await search(page, "barış");
      await result(page, "Gülpembe").waitFor();
    },
    "cafe, typed tip on a phone": async () => {
      await page.setViewportSize({ width: 360, height: 780 });
      await result(page, "Gülpembe").getByLabel("Bahşiş (TL)").fill("1250.5");
      await result(page, "Gülpembe").getByText("1.250,50 TL").waitFor();
    },
    "cafe, request failed": async () => {
      await page.setViewportSize({ width: 1280, height: 780 });
      await refuse(page, "**/api/requests", 503, "Sistem şu anda yoğun.");
      await result(page, "Gülpembe").getByRole("button", { name: "İste" }).click();
      await page.getByRole("status").filter({ hasText: "İstek gönderilirken" }).waitFor();
      await page.unroute("**/api/requests");
    },
    "cafe, request sent": async () => {
      await result(page, "Gülpembe").getByRole("button", { name: "İste" }).click();
      await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
      await page.getByText("onay bekliyor", { exact: true }).waitFor();
    },
    "cafe, own requests decided": async () => {
      await search(page, "cem");
      await result(page, "Islak Islak").getByRole("button", { name: "İste" }).click();
      await result(page, "Islak Islak").waitFor({ state: "detached" });
      for (const { _id, songTitle } of await cafe.pending()) {
        await cafe.decide(_id, songTitle === "Gülpembe" ? "approved" : "rejected");
      }
      const own = page.getByRole("region", { name: "Benim isteklerim" });
      await own.getByText("kabul edilmedi").waitFor();
      await queueRow(page, "Gülpembe").getByText("Sizin isteğiniz").waitFor();
    },
    "cafe, offline": async () => {
      await page.context().setOffline(true);
      await page.getByText("Bağlantı yok").waitFor();
    },
  });
});

test("the cafe page is accessible with letters of twice their size", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Uzunçarşıbaşı Kahvehanesi");
  await cafe.queueSong({ tipAmount: 10_000, songTitle: "Çekoslovakyalılaştıramadıklarımızdan" });
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await assertEachAccessible(page, {
    "cafe, large letters": async () => {
      await page.evaluate(() => document.documentElement.style.fontSize = "200%");
      await search(page, "barış");
      await result(page, "Gülpembe").waitFor();
    },
  });
});
