// The screen 'Oturumlar': axe in each state and both schemes, and whether it fits. Two tabs that renew one login.
import { strict as assert } from "node:assert";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { refuse } from "../support/browser/evening.ts";
import { assertFits, assertTouchable } from "../support/browser/layout.ts";
import { inRoom, openDashboard, openPanel, tokenOf } from "../support/browser/panel.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { logInAgain } from "../support/people/logins.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();
const WIDTHS = [1280, 820, 360, 320];
const RENEW_AT_KEY = "siradaki.renewAt";

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

test("a login that is ended on another device ends on the dashboard within a second or so", async ({ server, browser }) => {
  const { ownerId, token } = await createOwner(server.deps);
  const other = await logInAgain(server, ownerId);
  const page = await openDashboard(server, browser, token);
  await server.call("DELETE", "/api/auth/sessions", { token: other });
  await page.getByText("Oturumunuz sona erdi. Lütfen tekrar giriş yapın.").waitFor();
  assert.equal(await tokenOf(page), null);
});

test("two tabs whose login is to be renewed renew it once, and both go on", async ({ server, browser }) => {
  const { ownerId, token } = await createOwner(server.deps);
  const page = await openDashboard(server, browser, token);
  const tab = await page.context().newPage();
  const listening = inRoom(tab);
  await tab.goto(`${server.origin}/panel/dashboard`);
  await listening;
  let renewals = 0;
  const answered = Promise.withResolvers<void>();
  await page.context().route("**/api/auth/renew", async (route) => {
    renewals++;
    await answered.promise;
    await route.continue();
  });
  // A token of the same second would be the same.
  server.clock.pass(60_000);
  await page.evaluate((key) => localStorage.setItem(key, "0"), RENEW_AT_KEY);
  const announce = (revision: number) => {
    // Begun since the announcement: what was asked for before may still be answered, with the token of then.
    const refreshed = [page, tab].map(async (each) => {
      const call = await each.waitForRequest((call) => call.url().endsWith("/api/requests"));
      return (await call.response())!;
    });
    server.deps.hub.announce(ownerId, revision);
    return Promise.all(refreshed);
  };
  await announce(1_000_001);
  await until(() => renewals > 0);
  await announce(1_000_002);
  answered.resolve();
  await until(async () => await tokenOf(page) !== token);
  for (const answer of await announce(1_000_003)) {
    assert.equal(answer.status(), 200);
    assert.equal(answer.request().headers()["x-auth-token"], await tokenOf(tab));
  }
  assert.equal(renewals, 1);
});
