// The screens in the cafe owner's guide (deploy/box.md): a new cafe, from its registration to its first song.
import type { Page } from "playwright-core";
import { PASSWORD, REGISTRATION } from "../../tests/support/people/accounts.ts";
import { codeFor } from "../../tests/support/people/letters.ts";
import type { ServedApp } from "../../tests/support/start/served_app.ts";
import { passed } from "../../tests/support/time/until.ts";
import { fill } from "../../tests/browser/chromium/account_forms.ts";
import type { TestBrowser } from "../../tests/browser/chromium/browser.ts";
import {
  openSheet,
  search,
  send,
  tipChoice,
  typeTip,
} from "../../tests/browser/chromium/cafe_page.ts";
import { openRoom } from "../../tests/browser/chromium/panel.ts";
import { save, SHARP } from "./picture.ts";

const PHONE = { viewport: { width: 360, height: 740 }, ...SHARP };
/** So high that the player bar covers nothing. */
const TABLET = { viewport: { width: 960, height: 1100 }, ...SHARP };
/** A4 at 96 dots an inch. */
const PAPER = { width: 794, height: 1123 };
/** A bar of the account's problem is as wide as the screen, and has to be read on phones. */
const NARROW = { width: 480, height: 1100 };
/** Two columns and the player bar, in as little space as they need. */
const LOW = { width: 820, height: 520 };
/** Longer than clicks on a list are ignored after its rows have moved. */
const GUARDED_MS = 500;
/** How long the song has played in its picture. */
const PLAYED_MS = 75_000;

/** Draws them from `server`, whose database has to be empty. */
export async function drawFirstSong(server: ServedApp, browser: TestBrowser): Promise<void> {
  const owner = await browser.newPage(TABLET);
  await drawRegistration(server, owner);
  await drawConnection(owner);
  const cafe = await drawShare(owner);

  await owner.getByRole("link", { name: "İstekler" }).click();
  const [phone, another] = [await browser.newPage(PHONE), await browser.newPage(PHONE)];
  await phone.goto(server.origin + cafe);
  await another.goto(server.origin + cafe);
  await ask(another, "Islak Islak", "50");
  await drawRequest(phone);
  await ask(another, "Firuze", "10");
  await drawPlay(server, owner);
}

async function drawRegistration(server: ServedApp, owner: Page): Promise<void> {
  const card = owner.locator(".account-card");
  await owner.goto(`${server.origin}/panel/register`);
  await fill(owner, {
    "Kafe adı": REGISTRATION.name,
    "E-posta": REGISTRATION.email,
    "Telefon numarası": REGISTRATION.phoneNumber,
    "Şifre": PASSWORD,
  });
  await owner.getByLabel("Şifre").blur();
  await save(owner, "register", card);
  await owner.getByRole("button", { name: "Kayıt ol" }).click();
  await owner.waitForURL("**/panel/verify");
  await owner.getByLabel("Doğrulama kodu").fill(await codeFor(server, REGISTRATION.email));
  await save(
    owner,
    "code",
    card.getByRole("heading"),
    owner.getByRole("button", { name: "Doğrula" }),
  );
  await owner.getByRole("button", { name: "Doğrula" }).click();
}

async function drawConnection(owner: Page): Promise<void> {
  const account = owner.getByRole("region", { name: "Müzik hesabının durumu" });
  await account.getByRole("button", { name: "Spotify'a bağlan" }).waitFor();
  await owner.setViewportSize(NARROW);
  await save(owner, "connect", account);
  await owner.setViewportSize(TABLET.viewport);
  await account.getByRole("button", { name: "Spotify'a bağlan" }).click();
  await owner.getByRole("button", { name: "İzin ver" }).click();
  await owner.getByText("Spotify bağlı", { exact: true }).waitFor();
}

/** Returns the path of the cafe's page. */
async function drawShare(owner: Page): Promise<string> {
  await owner.getByRole("link", { name: "Paylaş" }).click();
  await owner.getByRole("heading", { name: "Masa kartları" }).waitFor();
  const page = owner.getByRole("region", { name: "QR kod ve link" });
  await save(owner, "share", page);
  const { pathname } = new URL((await page.getByRole("link").getAttribute("href"))!);
  await owner.emulateMedia({ media: "print" });
  await owner.setViewportSize(PAPER);
  await save(owner, "cards");
  await owner.emulateMedia({ media: "screen" });
  await owner.setViewportSize(TABLET.viewport);
  return pathname;
}

async function drawRequest(phone: Page): Promise<void> {
  await search(phone, "Gülpembe");
  await openSheet(phone, "Gülpembe");
  await tipChoice(phone, "25 TL").check();
  await save(phone, "search");
  await send(phone);
  const own = phone.getByRole("region", { name: "İsteklerim" });
  await own.getByText("onay bekliyor", { exact: true }).waitFor();
  await save(phone, "sent", own);
}

async function ask(phone: Page, title: string, tip: string): Promise<void> {
  await search(phone, title);
  const sheet = await openSheet(phone, title);
  await typeTip(phone, tip);
  await send(phone);
  await sheet.waitFor({ state: "detached" });
}

async function drawPlay(server: ServedApp, owner: Page): Promise<void> {
  const pending = owner.getByRole("region", { name: "Onay bekleyenler" });
  await pending.getByRole("button", { name: "Onayla: Firuze" }).waitFor();
  await save(owner, "approve", pending);
  for (const title of ["Islak Islak", "Gülpembe"]) {
    const approve = owner.getByRole("button", { name: `Onayla: ${title}` });
    await approve.click();
    await owner.getByRole("button", { name: `Sıradan çıkar: ${title}` }).waitFor();
    await approve.waitFor({ state: "detached" });
    await passed(GUARDED_MS);
  }
  await owner.setViewportSize(LOW);
  await save(owner, "queue");
  await owner.getByRole("button", { name: "Sıradaki şarkıyı çal" }).click();
  await owner.getByRole("progressbar").waitFor();
  server.clock.pass(PLAYED_MS);
  await owner.reload();
  await owner.getByRole("progressbar").waitFor();
  await owner.getByRole("switch", { name: "Otomatik çal" }).click();
  await owner.getByText("Müşteri isteği çalıyor.").waitFor();
  await save(owner, "playing");
  await openRoom(owner, "Müzik");
  await owner.getByLabel("Müziğin çalacağı cihaz").waitFor();
  await owner.setViewportSize(TABLET.viewport);
  await save(owner, "device");
}
