// Draws the pictures in deploy/pictures: `deno run -A tools/pictures/draw.ts [readme|guide]`.
import { buildClient } from "../../tests/support/start/built.ts";
import { type ServedApp, servedApp } from "../../tests/support/start/served_app.ts";
import { runningClock } from "../../tests/support/time/clock.ts";
import { launchChromium, pagesIn, type TestBrowser } from "../../tests/browser/chromium/browser.ts";
import { drawFirstSong } from "./first_song.ts";
import { seedDemoCafe } from "../../server/commands/seed.ts";
import { tipChoice } from "../../tests/browser/chromium/cafe_page.ts";
import { connectMusic } from "../../tests/browser/chromium/panel.ts";
import { save, STILL } from "./picture.ts";

/** A cafe's network, so that codes and links look as they do there. */
const ENVIRONMENT = { GUEST_ORIGIN: "http://192.168.1.20:8000" };
/** 20:40 in Istanbul today, in epoch ms. */
const EVENING = new Date().setUTCHours(17, 40, 0, 0);
const SETS = { readme: drawReadme, guide: drawFirstSong };

await buildClient();
await using browser = await launchChromium();
const pages = pagesIn(browser);
for (const [name, draw] of Object.entries(SETS)) {
  if (Deno.args.length > 0 && !Deno.args.includes(name)) continue;
  await using server = await servedApp(ENVIRONMENT, { clock: runningClock(EVENING) });
  await using chromium = pages();
  const conducting = server.deps.conductors.start();
  await draw(server, chromium);
  await conducting.stop();
}

// README's two pictures, from a demo cafe with the demo account's songs: a guest who searches, and the owner's dashboard.

/** Draws them from `server`, whose database has to be empty. */
async function drawReadme(server: ServedApp, browser: TestBrowser): Promise<void> {
  const said = (await seedDemoCafe(server.deps)).join("\n");
  const [, email = "", password = ""] = said.match(/Kafe sahibi +(\S+) +(\S+)/) ?? [];
  const cafe = said.match(/\/cafe\/\w+/)?.[0] ?? "";
  await drawGuest(server.origin + cafe, browser);
  await drawOwner(`${server.origin}/panel/login`, { email, password }, browser);
}

async function drawGuest(address: string, browser: TestBrowser): Promise<void> {
  const viewport = { width: 720, height: 900 };
  const guest = await browser.newPage({ viewport, ...STILL, colorScheme: "dark" });
  await guest.goto(address);
  await guest.getByRole("searchbox").fill("sezen");
  await guest.getByRole("searchbox").press("Enter");
  await guest.locator(".result").nth(2).click();
  await tipChoice(guest, "25 TL").check();
  await save(guest, "guest");
}

async function drawOwner(
  address: string,
  { email, password }: { email: string; password: string },
  browser: TestBrowser,
): Promise<void> {
  const owner = await browser.newPage({ viewport: { width: 1080, height: 720 }, ...STILL });
  await owner.goto(address);
  await owner.getByLabel("E-posta").fill(email);
  await owner.getByLabel("Şifre", { exact: true }).fill(password);
  await owner.getByRole("button", { name: "Giriş yap" }).click();
  await connectMusic(owner);
  await owner.getByRole("link", { name: "İstekler" }).click();
  await owner.getByRole("button", { name: "Sıradaki şarkıyı çal" }).click();
  await owner.getByRole("progressbar").waitFor();
  // Without the notices, which cover the heading.
  await owner.reload();
  await owner.getByRole("progressbar").waitFor();
  await save(owner, "owner");
}
