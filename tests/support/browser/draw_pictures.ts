// Draws the README's two pictures from the demo cafe: `deno run -A tests/support/browser/draw_pictures.ts`.
import { join } from "node:path";
import { seedDemoCafe } from "../../../server/commands/seed.ts";
import { buildClient } from "../start/built.ts";
import { servedApp } from "../start/served_app.ts";
import { runningClock } from "../time/clock.ts";
import { launchChromium, pagesIn } from "./browser.ts";
import { connectMusic } from "./panel.ts";

const PICTURES = join(import.meta.dirname!, "../../../deploy/pictures");

await buildClient();
await using server = await servedApp({}, { clock: runningClock() });
await using browser = await launchChromium();
await using chromium = pagesIn(browser)();
const said = (await seedDemoCafe(server.deps)).join("\n");
const [, email = "", password = ""] = said.match(/Kafe sahibi +(\S+) +(\S+)/) ?? [];
const cafe = said.match(/\/cafe\/\w+/)?.[0] ?? "";

const guest = await chromium.newPage({
  viewport: { width: 720, height: 900 },
  colorScheme: "dark",
  // Elements that are fading in would be drawn half transparent.
  reducedMotion: "reduce",
});
await guest.goto(server.origin + cafe);
await guest.getByRole("searchbox").fill("sezen");
await guest.getByRole("searchbox").press("Enter");
await guest.getByText("Sezen Aksu").first().waitFor();
await guest.waitForLoadState("networkidle");
await guest.screenshot({ path: join(PICTURES, "guest.png") });

const owner = await chromium.newPage({
  viewport: { width: 1080, height: 900 },
  colorScheme: "light",
  reducedMotion: "reduce",
});
await owner.goto(`${server.origin}/panel/login`);
await owner.getByLabel("E-posta").fill(email);
await owner.getByLabel("Şifre", { exact: true }).fill(password);
await owner.getByRole("button", { name: "Giriş Yap" }).click();
await connectMusic(owner);
await owner.getByRole("button", { name: "Sıradaki Şarkıyı Çal" }).click();
await owner.getByRole("progressbar").waitFor();
// Without the notices, which cover the heading.
await owner.reload();
await owner.getByRole("progressbar").waitFor();
await owner.waitForLoadState("networkidle");
await owner.screenshot({ path: join(PICTURES, "owner.png") });
