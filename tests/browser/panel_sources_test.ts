// The screen 'Müzik' and the player bar of cafes whose music is not a service's: axe in each state, and whether they fit.
import { strict as assert } from "node:assert";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe, refuse } from "../support/browser/evening.ts";
import { assertFits, assertTouchable } from "../support/browser/layout.ts";
import { focused, focusOn, openPanel } from "../support/browser/panel.ts";
import { showLibrary, showSources } from "../support/browser/sources.ts";

const test = browserTests();
const PATH = "/panel/music";
const LIST = "Şarkı;Sanatçı\nGülpembe;Barış Manço\nIslak Islak;Cem Karaca\nyalnız bir alan\n";
const SKIPPED = [
  {
    file: "Eski kayıtlar/1998/çok uzun bir dosya adı olan kayıt (canlı, ikinci gece).wma",
    why: "Bu dosya türü çalınamıyor.",
  },
  { file: "kapak.jpg.mp3", why: "Dosya bozuk." },
];
/** 400 % zoom of a screen of 1280 px. */
const ZOOMED_WIDTH = 320;

test("the choice of the source is accessible, with what is missing", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  const page = await openPanel(server, browser, token, "/panel/profile");
  await showSources(page, { inUse: "manual", missing: "Müzik klasörü ayarlanmamış." });
  await assertEachAccessible(page, {
    "music, another system": async () => {
      await openMusic(page);
      await page.getByRole("heading", { name: "Nasıl çalışır?" }).waitFor();
      await page.getByText("Müzik klasörü ayarlanmamış.").waitFor();
    },
  });
  assert.ok(await page.getByRole("radio", { name: "Kafenin kendi dosyaları" }).isDisabled());
  await page.getByRole("button", { name: "Spotify'a bağlan" }).click({ trial: true });
  await assertFits(page, ZOOMED_WIDTH);
  await assertTouchable(page);
});

test("arrow keys move among the sources, the space bar chooses one, and the focus stays", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong();
  const page = await openPanel(server, browser, cafe.token, PATH);
  await page.getByRole("radio", { name: "Spotify" }).focus();
  // The cafe's own files may be in between.
  for (let i = 0; i < 2 && await focused(page) !== "Başka bir müzik sistemi"; i++) {
    await page.keyboard.press("ArrowDown");
  }
  await focusOn(page, "Başka bir müzik sistemi");
  assert.ok(await page.getByRole("radio", { name: "Spotify" }).isChecked());
  await page.keyboard.press("Space");
  await page.getByText("Sıradaki 1 şarkı sırada kaldı.", { exact: false }).waitFor();
  await page.getByRole("heading", { name: "Nasıl çalışır?" }).waitFor();
  assert.equal(await focused(page), "Başka bir müzik sistemi");
  await page.getByRole("button", { name: "Çalıyor", exact: true }).waitFor();
});

test("a list is chosen as a file or dropped, and the screen says how it was read", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  const page = await openPanel(server, browser, token, PATH);
  await page.getByRole("radio", { name: "Başka bir müzik sistemi" }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Dosya seç" }).click(),
  ]);
  await chooser.setFiles({ name: "liste.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) });
  await page.getByRole("button", { name: "Listeyi yükle" }).click();
  await page.getByText("2 şarkı yüklendi, 1 satır atlandı.").waitFor();
  await drop(page, "Dönence;Barış Manço");
  await page.getByRole("button", { name: "Yerine geçsin" }).click();
  await page.getByText("1 şarkı yüklendi.", { exact: true }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Geri al" }).click();
  await page.getByText("Eski 2 şarkı geri geldi.").waitFor();
  await assertEachAccessible(page, {
    "music, list asked": async () => {
      await drop(page, LIST);
      await page.getByText("Eski 2 şarkının yerine geçsin mi?").waitFor();
    },
    "music, list refused": async () => {
      await refuse(page, "**/api/music/list/preview", 503, "Sistem şu anda yoğun.");
      await drop(page, LIST);
      await page.getByText("Liste yüklenemedi.").waitFor();
    },
  });
  await assertFits(page, ZOOMED_WIDTH);
});

test("the cafe's own files are accessible, empty, while they are read, with skipped files and unread", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong();
  const page = await openPanel(server, browser, cafe.token, "/panel/profile");
  await showSources(page, { fallback: "library" });
  await showLibrary(page, {});
  await assertEachAccessible(page, {
    "music, empty folder": async () => {
      await openMusic(page);
      await page.getByText("Klasörde şarkı bulunamadı.").waitFor();
    },
    "music, folder being read": async () => {
      await showLibrary(page, { songs: 812, scanning: { done: 840, total: 2310 } });
      await page.reload();
      await page.getByText("840 / 2310 dosya").waitFor();
    },
    "music, folder": async () => {
      await showLibrary(page, { songs: 2308, skipped: SKIPPED });
      await page.getByText("2.308", { exact: true }).waitFor();
      await page.getByText("2 dosya alınamadı").click();
    },
  });
  await assertFits(page, ZOOMED_WIDTH);
  // Its label is a target of its own.
  await assertTouchable(page, "[type=checkbox]");
  await assertEachAccessible(page, {
    "music, folder unread": async () => {
      await refuse(page, "**/api/library", 503, "Sistem şu anda yoğun.");
      await page.reload();
      await page.getByText("Müzik klasörünün durumu okunamadı.").waitFor();
    },
  });
});

test("the dashboard of a cafe with another system is accessible and fits", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const manual = server.deps.music.all.find(({ id }) => id === "manual")!;
  await server.deps.music.choose(cafe.ownerId, manual, { canPlayBySelf: false });
  await cafe.queueSong({ uri: "manual:" });
  await cafe.submit({ uri: "manual:", songTitle: "Dönence" });
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard");
  const bar = page.getByRole("region", { name: "Şimdi çalıyor" });
  await assertEachAccessible(page, {
    "dashboard, another system": () =>
      bar.getByText("Şarkıyı kendi sisteminizde başlatınca 'Çalıyor'a basın.").waitFor(),
    "dashboard, another system plays": async () => {
      await bar.getByRole("button", { name: "Çalıyor" }).click();
      await bar.getByText("Sırada şarkı yok.").waitFor();
    },
  });
  await assertFits(page, ZOOMED_WIDTH);
  await assertTouchable(page);
});

/** By the navigation bar: until the account is known, the player bar has a link of the same name. */
async function openMusic(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Panel" })
    .getByRole("link", { name: "Müzik", exact: true }).click();
}

async function drop(page: Page, text: string): Promise<void> {
  await page.locator(".list-upload").evaluate((place, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "liste.csv", { type: "text/csv" }));
    place.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, text);
}
