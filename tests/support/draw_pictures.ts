// Draws the README's two pictures from the demo cafe: `deno run -A tests/support/draw_pictures.ts`.
import { join } from "node:path";
import { plantDemoCafe } from "../../server/commands/seed.ts";
import { launchBrowser } from "./browser.ts";
import { liveServer } from "./live_server.ts";

const PICTURES = join(import.meta.dirname!, "../../deploy/pictures");

await using server = await liveServer();
await using chromium = await launchBrowser();
const said = (await plantDemoCafe(server.deps)).join("\n");
const [, email = "", password = ""] = said.match(/Kafe sahibi +(\S+) +(\S+)/) ?? [];
const cafe = said.match(/\/cafe\/\w+/)?.[0] ?? "";

const guest = await chromium.newPage({
  viewport: { width: 720, height: 900 },
  colorScheme: "dark",
});
await guest.goto(server.origin + cafe);
await guest.getByRole("searchbox").fill("sezen");
await guest.getByRole("searchbox").press("Enter");
await guest.getByText("Sezen Aksu").first().waitFor();
await guest.screenshot({ path: join(PICTURES, "guest.png") });

const owner = await chromium.newPage({
  viewport: { width: 1080, height: 900 },
  colorScheme: "light",
});
await owner.goto(`${server.origin}/panel/login`);
await owner.getByLabel("E-posta").fill(email);
await owner.getByLabel("Şifre", { exact: true }).fill(password);
await owner.getByRole("button", { name: "Giriş Yap" }).click();
await owner.getByTitle("Onayla").first().waitFor();
await owner.screenshot({ path: join(PICTURES, "owner.png") });
