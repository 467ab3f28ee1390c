// The screen 'Oturumlar': axe in each state and both schemes, and whether it fits.
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { refuse } from "../support/browser/evening.ts";
import { assertFits, assertTouchable } from "../support/browser/layout.ts";
import { openPanel } from "../support/browser/panel.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { logInAgain } from "../support/people/logins.ts";

const test = browserTests();
const WIDTHS = [1280, 820, 360, 320];

test("the logins are accessible and fit, several, before one is ended, after a failure, and one alone", async ({ server, browser }) => {
  const { ownerId, token } = await createOwner(server.deps);
  for (const device of ["Safari, iPhone", "Samsung, Android"]) {
    await logInAgain(server, ownerId, device);
  }
  const page = await openPanel(server, browser, token, "/panel/sessions");
  const end = page.getByRole("button", { name: /^Safari, iPhone, .*: Oturumu kapat$/ });
  const dialog = page.getByRole("dialog");
  await assertEachAccessible(page, { "sessions": () => end.waitFor() });
  for (const width of WIDTHS) {
    await assertFits(page, width);
    await assertTouchable(page);
  }
  await assertEachAccessible(page, {
    "sessions, asking": async () => {
      await end.click();
      await dialog.waitFor();
    },
    "sessions, not ended": async () => {
      await refuse(page, "**/api/auth/sessions/*", 503, "Sistem şu anda yoğun.");
      await dialog.getByRole("button", { name: "Oturumu kapat" }).click();
      await page.getByText("Oturum kapatılırken bir hata oluştu.").waitFor();
    },
    "sessions, one": async () => {
      await page.getByRole("button", { name: "Diğer oturumları kapat" }).click();
      await dialog.getByRole("button", { name: "Diğer oturumları kapat" }).click();
      await end.waitFor({ state: "detached" });
    },
    "sessions, not loaded": async () => {
      await refuse(page, "**/api/auth/sessions", 503, "Sistem şu anda yoğun.");
      await page.reload();
      await page.getByRole("alert").getByText("Oturumlar yüklenemedi.").waitFor();
    },
  });
});

test("the admin's logins are accessible and fit", async ({ server, browser }) => {
  const { accountId, token } = await createAdmin(server.deps);
  await logInAgain(server, accountId, "Firefox, Linux");
  const page = await openPanel(server, browser, token, "/admin/sessions");
  await assertEachAccessible(page, {
    "admin, sessions": () => page.getByText("Firefox, Linux").waitFor(),
  });
  for (const width of WIDTHS) {
    await assertFits(page, width);
    await assertTouchable(page);
  }
});
