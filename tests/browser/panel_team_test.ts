// The team in browsers: owner and staff side by side.
import { strict as assert } from "node:assert";
import { browserTests } from "./chromium/browser_tests.ts";
import { openCafe } from "./chromium/evening.ts";
import { inRoom, openDashboard, openRoom, tokenOf } from "./chromium/panel.ts";
import { PASSWORD } from "../support/people/accounts.ts";
import { joinTokenFor } from "../support/people/team.ts";

const test = browserTests();
const EMAIL = "deniz@ornek.test";

test("an owner invites, the person joins and approves, the owner reads who did and removes them, and their page says so", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const owner = await openDashboard(server, browser, cafe.token);
  await openRoom(owner, "Ekip");
  await owner.getByRole("textbox", { name: "Adı" }).fill("Deniz");
  await owner.getByLabel("E-posta").fill(EMAIL);
  await owner.getByRole("button", { name: "Davet et" }).click();
  const row = owner.getByRole("listitem").filter({ hasText: EMAIL });
  await row.getByText("davet edildi").waitFor();
  // The list is read again for other reasons too, and can show the row before the invitation was answered.
  await owner.getByRole("status").getByText("Davet hazırlandı").waitFor();
  assert.equal(await owner.getByRole("textbox", { name: "Adı" }).inputValue(), "");

  const staff = await browser.newPage();
  const refused: string[] = [];
  staff.on("response", (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await staff.goto(`${server.origin}/panel/join/${await joinTokenFor(server, EMAIL)}`);
  await staff.getByLabel("Şifre", { exact: true }).fill(PASSWORD);
  const listening = inRoom(staff);
  await staff.getByRole("button", { name: "Katıl" }).click();
  await staff.getByRole("heading", { level: 1, name: "İstekler" }).waitFor();
  await listening;
  await row.getByText("katıldı").waitFor();

  await owner.getByRole("link", { name: "İstekler" }).click();
  await cafe.submit({ songTitle: "Gülpembe" });
  await staff.getByRole("button", { name: "Onayla: Gülpembe" }).click();
  await owner.getByText("Onaylayan: Deniz").waitFor();
  assert.deepEqual(refused, []);

  await openRoom(owner, "Ekip");
  await owner.getByRole("button", { name: "Deniz: Ekipten çıkar" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByText("hemen çıkış yapmış olur").waitFor();
  await dialog.getByRole("button", { name: "Ekipten çıkar" }).click();
  // Within a second of the removal the room hears of it (tests/team/ending_test.ts).
  await staff.getByText("Bu kafedeki yetkiniz sona erdi.").waitFor();
  assert.equal(await tokenOf(staff), null);
  await owner.getByText("Ekibinizde henüz kimse yok.").waitFor();
});
