// Pages that the browser keeps whole when they are left, and shows again on Back. Playwright switches this off.
import { strict as assert } from "node:assert";
import { createOwnerWithPassword } from "../support/people/accounts.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { openDashboard } from "./chromium/panel.ts";

const test = browserTests({ whole: true, lessFlags: ["--disable-back-forward-cache"] });

test("a page that Back restores can go to the consent page again, and after a logout shows no data", async ({ server, browser }) => {
  // As people have it: the page comes back as it was left, its program included.
  const { token } = await createOwnerWithPassword(server);
  // A page that still waits for an answer may not be kept.
  const page = await openDashboard(server, browser, token, { fresh: true });
  const leftAt = await page.evaluate(() => performance.timeOrigin);
  const connect = page.getByRole("button", { name: "Spotify'a bağlan" });
  const allow = page.getByRole("button", { name: "İzin ver" });
  await connect.click();
  await allow.waitFor();
  await page.evaluate(() => history.back());
  await connect.waitFor();
  assert.equal(await page.evaluate(() => performance.timeOrigin), leftAt, "it was kept");
  await connect.click();
  await allow.waitFor();

  await page.goto(`${server.origin}/panel/profile`);
  await page.getByLabel("IBAN").waitFor();
  await page.goto(`${server.origin}/panel/share`);
  await page.getByRole("button", { name: "Çıkış yap" }).click();
  await page.getByText("Çıkış yaptınız.").waitFor();
  await page.evaluate(() => history.go(-2));
  await page.getByText("Oturumunuz sona erdi. Lütfen tekrar giriş yapın.").waitFor();
  assert.equal(await page.getByLabel("IBAN").count(), 0);
});
