// README's two pictures, from a demo cafe with the demo account's songs: a guest who searches, and the owner's dashboard.
import { seedDemoCafe } from "../../../../server/commands/seed.ts";
import type { TestBrowser } from "../browser.ts";
import { tipChoice } from "../cafe_page.ts";
import { connectMusic } from "../panel.ts";
import type { ServedApp } from "../../start/served_app.ts";
import { save, STILL } from "./picture.ts";

/** Draws them from `server`, whose database has to be empty. */
export async function drawReadme(server: ServedApp, browser: TestBrowser): Promise<void> {
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
