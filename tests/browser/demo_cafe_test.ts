// README's first hour: the demo cafe of a fresh machine can be heard.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { seedDemoCafe } from "../../server/commands/seed.ts";
import { browserTests, type Scene } from "../support/browser/browser_tests.ts";
import { openSheet, search, send, typeTip } from "../support/browser/cafe_page.ts";
import { sounding, soundsAt, watchAudio } from "../support/browser/player_page.ts";
import { quickTunes } from "../support/music/quick_tunes.ts";
import { ownerOf } from "../support/people/seed_logins.ts";
import { until } from "../support/time/until.ts";

/** As strict as the browser of an owner: a page makes no sound before a press. */
const test = browserTests({ moreFlags: ["--autoplay-policy=document-user-activation-required"] });
/** Longer than the test. */
const SONG_SECONDS = 300;

test("the demo cafe plays at one press, and a guest's song that is approved comes next and is then heard", async (scene) => {
  const { server, browser } = scene;
  const said = await seedDemoCafe(server.deps, { tunes: () => quickTunes(SONG_SECONDS) });
  const owner = await logIn(scene, said);
  await owner.getByRole("link", { name: "Oynatıcı", exact: true }).click();
  await owner.getByRole("button", { name: "Müziği başlat" }).click();
  const display = owner.getByRole("region", { name: "Şimdi çalıyor" });
  await display.getByText("Bir", { exact: true }).waitFor();
  await until(async () => (await soundsAt(owner) ?? 0) > 0);
  const before = (await soundsAt(owner))!;
  await until(async () => (await soundsAt(owner))! > before);

  const guest = await browser.newPage();
  await guest.goto(server.origin + said.join("\n").match(/\/cafe\/\w+/)![0]);
  await search(guest, "Altı");
  const sheet = await openSheet(guest, "Altı");
  await typeTip(guest, "200");
  await send(guest);
  await sheet.waitFor({ state: "detached" });

  await owner.getByRole("link", { name: "İstekler" }).click();
  await owner.getByRole("button", { name: "Onayla: Altı" }).click();
  await owner.getByRole("button", { name: "Sıradan çıkar: Altı" }).waitFor();
  assert.equal(await sounding(owner), 1, "the music goes on while the panel shows another screen");
  await owner.getByRole("link", { name: "Oynatıcı", exact: true }).click();
  await display.getByText("Altı · Sessizlik").waitFor();
  await display.getByRole("button", { name: "Geç" }).click();
  await owner.getByRole("button", { name: "Kes ve sıradakini çal" }).click();
  await display.getByText("Altı", { exact: true }).waitFor();
  await until(async () => (await soundsAt(owner) ?? 0) > 0);
});

test("the demo cafe tries Spotify's demo account by choosing it on the screen 'Müzik'", async (scene) => {
  const { server, browser } = scene;
  const said = await seedDemoCafe(server.deps, { tunes: () => quickTunes() });
  const owner = await logIn(scene, said);
  await owner.getByRole("link", { name: "Müzik", exact: true }).click();
  await owner.getByRole("button", { name: "Spotify'a bağlan" }).click();
  await owner.getByRole("button", { name: "İzin ver" }).click();
  await owner.getByRole("link", { name: "Müzik", exact: true }).click();
  const spotify = owner.getByRole("radio", { name: "Spotify" });
  await spotify.click();
  await owner.getByText("Spotify bağlı", { exact: true }).waitFor();
  assert.ok(await spotify.isChecked());

  const guest = await browser.newPage();
  await guest.goto(server.origin + said.join("\n").match(/\/cafe\/\w+/)![0]);
  await search(guest, "sezen");
  await openSheet(guest, "Gülümse");
});

/** The dashboard of the demo cafe's owner. */
async function logIn({ server, browser }: Scene, said: string[]): Promise<Page> {
  const { email, password } = await ownerOf(server, said);
  const owner = await browser.newPage({ fresh: true });
  await watchAudio(owner);
  await owner.goto(`${server.origin}/panel/login`);
  await owner.getByLabel("E-posta").fill(email);
  await owner.getByLabel("Şifre", { exact: true }).fill(password);
  await owner.getByRole("button", { name: "Giriş yap" }).click();
  await owner.getByRole("heading", { name: "Onay bekleyenler" }).waitFor();
  return owner;
}
