// The whole evening, from the registration to the paid payout: a real server process, a real browser with
// two people in it, and no stand-in but the demo music account.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { registerIn } from "./chromium/account_forms.ts";
import { assertClean } from "./chromium/browser.ts";
import { browserTests, type Scene } from "./chromium/browser_tests.ts";
import { openSheet, queueRow, queueTitles, send, typeTip } from "./chromium/cafe_page.ts";
import { readQr } from "./chromium/qr.ts";
import { takeScreenshot } from "./chromium/screenshots.ts";
import { LONG } from "../support/time/effort.ts";
import { codeIn } from "../support/people/evening_over_http.ts";
import { freePort } from "../support/start/free_port.ts";
import { inRoom, pendingRow } from "./chromium/panel.ts";
import { IBAN } from "../support/people/payees.ts";
import { startServer } from "../support/start/server_process.ts";
import { startSqld } from "../support/start/sqld.ts";

const ROOT = join(import.meta.dirname!, "../..");
const ADMIN = { email: "admin@siradaki.test", password: "sabah kapı açılır, akşam kapanır" };

const test = browserTests();

test("a cafe earns from a guest's song and is paid, end to end", (scene) => mainJob(scene, {}));

if (LONG) {
  test("the same on a libSQL server, as on the edge", async (scene) => {
    await using sqld = await startSqld();
    const environment = {
      DATABASE_URL: sqld.url,
      JWT_SECRET: "j".repeat(32),
      ENCRYPTION_KEY: "e".repeat(32),
    };
    await operate("migrate", { ...environment, APP_ORIGIN: "http://127.0.0.1:8000" });
    await mainJob(scene, environment);
  });
}

/** On a server process of its own: the scene's server is not used. */
async function mainJob({ browser, t }: Scene, database: Record<string, string>): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-main-job-" });
  const port = freePort();
  const place = { ...database, DATA_DIR: dataDir, APP_ORIGIN: `http://127.0.0.1:${port}` };
  const server = await startServer(dataDir, {
    port,
    environment: {
      ...place,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMITS: "on",
    },
  });
  try {
    const owner = await browser.newPage();
    const guest = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const admin = await browser.newPage();
    const step = stepsWithPictures(t, { owner, guest });

    await step("the owner registers a cafe", owner, async () => {
      await owner.goto(server.origin);
      await owner.getByRole("link", { name: "Panele Git" }).click();
      await owner.getByRole("link", { name: "Yeni kafe kaydı" }).click();
      await registerIn(owner);
    });

    await step("the code in the letter verifies the account", owner, async () => {
      await owner.getByLabel("Doğrulama kodu").fill(await codeIn(join(dataDir, "outbox")));
      await owner.getByRole("button", { name: "Doğrula" }).click();
      await owner.waitForURL("**/panel/dashboard");
      await owner.getByText("Onay bekleyen yeni istek yok.").waitFor();
      await owner.getByText("Henüz sırada şarkı yok.").waitFor();
      assert.ok(
        await playNext(owner).isDisabled(),
        "nothing can play before an account is connected",
      );
    });

    await step("the music account is connected through its consent page", owner, async () => {
      await owner.getByRole("button", { name: "Spotify'a bağlan" }).click();
      await owner.getByRole("heading", { name: "Müzik hesabını bağla" }).waitFor();
      await picture(owner, "consent");
      await owner.getByRole("button", { name: "İzin ver" }).click();
      await owner.waitForURL("**/panel/music");
      await owner.getByText("Spotify bağlı", { exact: true }).waitFor();
    });

    let shareUrl = "";
    await step("the QR code on the share screen reads as the cafe's address", owner, async () => {
      await owner.getByRole("link", { name: "Paylaş" }).click();
      const code = owner.getByRole("img", { name: /QR/ }).first();
      // Above the player bar, which would be in its picture.
      await code.evaluate((image) => image.scrollIntoView({ block: "center" }));
      shareUrl = await readQr(await code.screenshot());
      assert.match(shareUrl, new RegExp(`^${server.origin}/cafe/[\\w-]+$`));
      const short = `${server.origin}/k/${shareUrl.slice(-8).toLowerCase()}`;
      await owner.getByText(short).first().waitFor();
    });

    await step("the guest opens that address and asks for a song with 25 TL", guest, async () => {
      const guestListens = inRoom(guest);
      await guest.goto(shareUrl);
      await guestListens;
      await guest.getByRole("heading", { name: "Kahve Durağı" }).waitFor();
      await guest.getByText("Henüz sırada şarkı yok.").waitFor();
      // The owner's page hears of changes on every screen.
      await owner.getByRole("link", { name: "İstekler" }).click();
      await owner.getByText("Onay bekleyen yeni istek yok.").waitFor();
      await askFor(guest, "Gülpembe", "25");
      await pendingRow(owner, "Gülpembe").waitFor();
      await guest.getByText("onay bekliyor", { exact: true }).waitFor();
    });

    await step("the owner approves, and the guest's page shows it queued", guest, async () => {
      await owner.getByRole("button", { name: "Onayla: Gülpembe" }).click();
      for (const page of [guest, owner]) await queueRow(page, "Gülpembe").waitFor();
      assert.deepEqual(await queueTitles(guest), ["Gülpembe"]);
    });

    await step("a request with 50 TL goes above it", owner, async () => {
      await askFor(guest, "Islak Islak", "50");
      // By keyboard: the list ignores a click for a moment after its rows have moved.
      await owner.getByRole("button", { name: "Onayla: Islak Islak" }).press("Enter");
      for (const page of [guest, owner]) {
        await queueRow(page, "Islak Islak").waitFor();
        assert.deepEqual(await queueTitles(page), ["Islak Islak", "Gülpembe"]);
      }
      await picture(guest, "two songs queued, guest");
    });

    await step("play next names the first song, which leaves both queues", owner, async () => {
      await playNext(owner).click();
      await owner.getByRole("status").getByText("'Islak Islak' çalmaya başladı.").waitFor();
      for (const page of [guest, owner]) {
        await queueRow(page, "Islak Islak").waitFor({ state: "detached" });
        assert.deepEqual(await queueTitles(page), ["Gülpembe"]);
      }
      await guest.getByText("Şu anda çalıyor", { exact: true }).waitFor();
      await guest.getByText("Şimdi sizin şarkınız!", { exact: true }).waitFor();
    });

    await step("the owner saves an IBAN and its holder", owner, async () => {
      await owner.getByRole("link", { name: "Profil" }).click();
      await owner.getByLabel("IBAN").fill(IBAN);
      await owner.getByLabel("Hesap sahibinin adı").fill("Ayşe Yılmaz");
      await owner.getByRole("button", { name: "Kaydet" }).click();
      await owner.getByText("Bilgiler başarıyla güncellendi!").waitFor();
    });

    await step("the operator closes the period", owner, async () => {
      assert.match(await operate("payouts:close", place), /Kahve Durağı/);
      await owner.getByRole("link", { name: "Kazançlarım" }).click();
      await owner.getByRole("cell", { name: "Beklemede" }).waitFor();
    });

    await step("the admin marks the payout paid", owner, async () => {
      await admin.goto(`${server.origin}/panel/login`);
      await admin.getByLabel("E-posta").fill(ADMIN.email);
      await admin.getByLabel("Şifre").fill(ADMIN.password);
      await admin.getByRole("button", { name: "Giriş yap" }).click();
      await admin.waitForURL("**/admin/payouts");
      await admin.getByText("Ayşe Yılmaz").first().waitFor();
      await admin.getByText("50,00 TL").first().waitFor();
      await picture(admin, "admin, pending");
      await admin.getByRole("button", { name: /Ödendi/ }).first().click();
      const dialog = admin.getByRole("dialog");
      await dialog.getByText(/geri alınamaz/).waitFor();
      await dialog.getByRole("button", { name: /Ödendi/ }).click();
      await admin.getByText("Ödeme bekleyen kayıt bulunamadı.").waitFor();
      await picture(admin, "admin, paid");
    });

    await step("the history shows 'Ödendi' and the right amount", owner, async () => {
      await owner.reload();
      const paid = owner.getByRole("row").filter({ hasText: "Ödendi" });
      await paid.waitFor();
      assert.match(await paid.innerText(), /50,00 TL/);
      assert.equal(await owner.getByText("Beklemede").count(), 0);
    });
    assertClean(browser);
    // Left open, they would say that the server is gone, at any time after it.
    await Promise.all([owner, guest, admin].map((page) => page.goto("about:blank")));
  } finally {
    await server.kill();
    await Deno.remove(dataDir, { recursive: true });
  }
}

/** Names each step in the test's output and leaves a picture of both people's pages. */
function stepsWithPictures(t: Deno.TestContext, people: Record<string, Page>) {
  let number = 0;
  return async (name: string, about: Page, act: () => Promise<void>) => {
    number++;
    const passed = await t.step(name, async () => {
      await act();
      await picture(about, `${String(number).padStart(2, "0")} ${name}`);
    });
    if (passed) return;
    for (const [who, page] of Object.entries(people)) await picture(page, `failed, ${who}`);
    throw new Error(`the main job ends at: ${name}`);
  };
}

async function picture(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, `main_job/${name.replaceAll(/[^\w]+/g, "_")}`);
}

async function askFor(guest: Page, title: string, tip: string): Promise<void> {
  // It is searched for while the guest types.
  await guest.getByRole("searchbox").fill(title);
  await openSheet(guest, title);
  await typeTip(guest, tip);
  await send(guest);
  await guest.getByText("Şarkı isteğiniz gönderildi!").waitFor();
}

function playNext(page: Page) {
  return page.getByRole("button", { name: "Sıradaki şarkıyı çal" });
}

/** Runs a task as an operator does, also while the server serves, and returns what it printed. */
async function operate(task: string, environment: Record<string, string>): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", task],
    cwd: ROOT,
    env: environment,
  }).output();
  const printed = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.ok(success, printed);
  return printed;
}
