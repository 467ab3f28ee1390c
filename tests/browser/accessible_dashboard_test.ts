// axe on the owner's dashboard, in each of its states and in both colour schemes.
import { sql } from "drizzle-orm";
import { findAccount } from "../../db/accounts.ts";
import { issueToken } from "../../server/auth/tokens.ts";
import { SONGS } from "../../server/music/demo/catalogue/songs.ts";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe, refuse } from "../support/browser/evening.ts";
import { connectMusic, holdAnswers, openDashboard, openPanel } from "../support/browser/panel.ts";
import { connect } from "../support/people/connection.ts";

const test = browserTests();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PLAY = { name: "Sıradaki şarkıyı çal" };

test("the dashboard is accessible, from the first request to the loss of the server", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  const page = await openDashboard(server, browser, cafe.token);
  const dialog = page.getByRole("dialog");
  const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await assertEachAccessible(page, {
    "dashboard, empty": () => page.getByText("Onay bekleyen yeni istek yok.").waitFor(),
    "dashboard, pending": async () => {
      await cafe.submit({ songTitle: "Islak Islak", artist: "Cem Karaca", tipAmount: 25 });
      await cafe.submit({ songTitle: "Gülpembe", tipAmount: 50 });
      await row("Islak Islak").waitFor();
      await row("Gülpembe").waitFor();
    },
    "dashboard, the menu for all requests": async () => {
      await page.getByRole("button", { name: /^Tümünü onayla/ }).click();
      await page.getByRole("menuitem", { name: "Tümünü reddet" }).waitFor();
    },
    "dashboard, asking about all requests": async () => {
      await page.getByRole("menuitem", { name: "Tümünü reddet" }).click();
      await dialog.getByText("Bekleyen 2 istek reddedilsin mi?").waitFor();
    },
    "dashboard, decision failed": async () => {
      await dialog.getByRole("button", { name: "Vazgeç" }).click();
      await refuse(page, "**/api/requests/*", 503, "Sistem şu anda yoğun.");
      await page.getByRole("button", { name: "Onayla: Gülpembe" }).click();
      await page.locator("[role=status] > .notice", { hasText: "İstek güncellenirken" }).waitFor();
      await page.unroute("**/api/requests/*");
    },
    "dashboard, marks, and a rejection that can be taken back": async () => {
      await cafe.submit({ songTitle: "Gülpembe", tipAmount: 300 });
      await row("yüksek bahşiş").waitFor();
      await cafe.submit({ songTitle: "Bahşişsiz", tipAmount: 0 });
      // By keyboard: the list ignores a click for a moment after its rows have moved.
      await page.getByRole("button", { name: "Reddet: Bahşişsiz" }).press("Enter");
      await page.getByRole("button", { name: "Geri al" }).waitFor();
      await page.getByText("Reddedildi", { exact: true }).waitFor({ state: "detached" });
    },
    "dashboard, queue": async () => {
      for (const { _id } of await cafe.pending()) await cafe.decide(_id, "approved");
      await page.getByRole("button", { name: "Sıradan çıkar: Gülpembe" }).first().waitFor();
      await page.getByText("Onay bekleyen yeni istek yok.").waitFor();
    },
    "dashboard, a song that cannot be played": async () => {
      const { db } = server.deps;
      await db.write((d) => [
        d.run(sql`update song_requests set unplayable_at = 1 where song_title = 'Islak Islak'`),
      ]);
      // This tells the room.
      await cafe.submit({ songTitle: "Sarı Çizmeli" });
      await page.getByRole("button", { name: "Sıraya geri koy: Islak Islak" }).waitFor();
      await row("Sarı Çizmeli").waitFor();
    },
    "dashboard, taking a song out": async () => {
      await page.getByRole("button", { name: "Sıradan çıkar: Gülpembe" }).first().click();
      await dialog.getByText(/'Gülpembe' sıradan çıkarılacak/).waitFor();
    },
    "dashboard, offline": async () => {
      await dialog.getByRole("button", { name: "Vazgeç" }).click();
      await page.context().setOffline(true);
      await page.getByText("Bağlantı yok").waitFor();
    },
  });
});

test("the dashboard is accessible while the music account is refused, connected, playing, silent and cut off", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const { id, title: songTitle } = SONGS[0]!;
  for (let i = 0; i < 2; i++) await cafe.queueSong({ uri: `spotify:track:${id}`, songTitle });
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard");
  const dialog = page.getByRole("dialog");
  const play = page.getByRole("button", PLAY);
  await assertEachAccessible(page, {
    "music, consent refused": async () => {
      await page.getByRole("button", { name: "Spotify'a bağlan" }).click();
      await page.getByRole("button", { name: "Vazgeç" }).click();
      await page.getByText("Spotify'da izin verilmedi, hesap bağlanmadı.").waitFor();
    },
    "music, connected": async () => {
      await connectMusic(page);
      await page.getByRole("link", { name: "İstekler" }).click();
      await page.getByRole("heading", { level: 1, name: "İstekler" }).waitFor();
    },
    "music, play next failed": async () => {
      await refuse(page, "**/api/requests/play-next", 502, "");
      await play.click();
      await page.getByText("Sıradaki şarkı çalınırken bir hata oluştu.").waitFor();
      await page.unroute("**/api/requests/play-next");
    },
    "music, playing": async () => {
      await play.click();
      await page.getByRole("progressbar", { name: "Şarkının ilerleyişi" }).waitFor();
    },
    "music, asking before a guest's song is cut off": async () => {
      await page.locator(".play-next:not([aria-disabled])").click();
      await dialog.getByText("hâlâ çalıyor. Kesilsin mi?").waitFor();
    },
    "music, silent": async () => {
      await dialog.getByRole("button", { name: "Vazgeç" }).click();
      server.clock.pass(15 * MINUTE_MS);
      await page.getByText(/bitti, yenisi başlamadı\./).waitFor();
    },
    "music, not to be checked": async () => {
      await refuse(page, "**/api/auth/status", 503, "Sistem şu anda yoğun.");
      await page.reload();
      await page.getByText("Bağlantı durumu şu anda kontrol edilemiyor.").waitFor();
      await page.unroute("**/api/auth/status");
    },
  });
  // The page logs why the account could not be checked.
  browser.takeFaults();
});

test("the dashboard is accessible when the consent is about to end and when it has ended", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong();
  await connect(server, cafe.token);
  for (
    const [name, passedMs, text] of [
      ["music, consent ends soon", 151 * DAY_MS, /tarihinde sona erecek/],
      ["music, consent ended", 39 * DAY_MS, /Spotify izni sona erdi\. Şarkı sıranız/],
    ] as const
  ) {
    server.clock.pass(passedMs);
    // A login lasts a week, so the owner has logged in again.
    const token = await issueToken(server.deps, (await findAccount(server.deps.db, cafe.ownerId))!);
    const page = await openPanel(server, browser, token, "/panel/dashboard");
    await assertEachAccessible(page, { [name]: () => page.getByText(text).waitFor() });
  }
});

test(
  "a dashboard that is opened at another address than APP_ORIGIN is accessible",
  async ({ server, browser }) => {
    const { token } = await openCafe(server);
    const page = await openPanel(server, browser, token, "/panel/dashboard");
    await assertEachAccessible(page, {
      "music, another address": () => page.getByText("Spotify'ı şu adresten bağlayın:").waitFor(),
    });
  },
  { environment: { APP_ORIGIN: "http://127.0.0.1:8999" } },
);

test("each screen of the panel is accessible while its facts are on their way", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  const page = await openPanel(server, browser, token, "/panel/share");
  for (
    const [screen, width] of [
      ["dashboard", 1280],
      ["dashboard", 360],
      ["payouts", 360],
      ["profile", 360],
      ["share", 360],
      ["music", 360],
    ] as const
  ) {
    await page.setViewportSize({ width, height: 780 });
    const answer = await holdAnswers(page);
    await assertEachAccessible(page, {
      [`${screen}, loading, ${width} px`]: async () => {
        await page.goto(`${server.origin}/panel/${screen}`);
        await page.getByRole("heading", { name: "Yükleniyor" }).waitFor();
      },
    });
    answer();
    await page.getByRole("heading", { name: "Yükleniyor" }).waitFor({ state: "detached" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  const answer = await holdAnswers(page, "**/api/payouts/summary");
  await assertEachAccessible(page, {
    "payouts, loading from another screen": async () => {
      await page.getByRole("link", { name: "Kazançlarım" }).click();
      await page.getByText("Yükleniyor…").waitFor();
    },
  });
  answer();
  await page.getByRole("heading", { level: 1, name: "Kazançlarım" }).waitFor();
});
