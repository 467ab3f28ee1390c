// README's first hour: the demo cafe of a fresh machine can be heard.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { seedDemoCafe } from "../../server/commands/seed.ts";
import { OWN_TUNES } from "../../server/commands/seed_music.ts";
import { browserTests, type Scene } from "./chromium/browser_tests.ts";
import { openSheet, search, send, typeTip } from "./chromium/cafe_page.ts";
import { sounding, soundsAt, watchAudio } from "./chromium/player_page.ts";
import { quickTunes } from "../support/music/audio_files.ts";
import { ownerOf } from "../support/people/seed_logins.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();
/** Longer than the test. */
const SONG_SECONDS = 300;

test("the demo cafe plays at one press, a guest's song that is approved comes next and is heard, and after a consent guests find Spotify's songs", async (scene) => {
  const { server, browser } = scene;
  const said = await seedDemoCafe(server.deps, { tunes: quickTunes(SONG_SECONDS) });
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
  const first = await soundsFrom(owner);
  await display.getByRole("button", { name: "Sıradaki şarkıyı çal" }).click();
  await owner.getByRole("button", { name: "Kes ve sıradakini çal" }).click();
  await display.getByText("Altı", { exact: true }).waitFor();
  // Until then it is the song before that sounds.
  await until(async () => ![undefined, first].includes(await soundsFrom(owner)));
  await until(async () => (await soundsAt(owner) ?? 0) > 0);

  const music = await owner.context().newPage();
  await music.goto(`${server.origin}/panel/music`);
  await music.getByRole("button", { name: "Spotify'a bağlan" }).click();
  await music.getByRole("button", { name: "İzin ver" }).click();
  await music.waitForURL("**/panel/music");
  await music.getByRole("button", { name: "Spotify'ı şimdi kullan" }).click();
  await music.getByText("Müzik kaynağı: Spotify.").waitFor();
  await music.getByText("Spotify bağlı", { exact: true }).waitFor();
  await music.getByRole("radio", { name: "Spotify", checked: true }).waitFor();
  await guest.goto(server.origin + said.join("\n").match(/\/cafe\/\w+/)![0]);
  await search(guest, "sezen");
  await openSheet(guest, "Gülümse");
});

test("the browser plays the project's own tunes: it decodes each whole, without a click at its ends and without a cut peak", async (scene) => {
  const { server } = scene;
  const owner = await logIn(scene, await seedDemoCafe(server.deps, { tunes: OWN_TUNES }));
  await owner.getByRole("link", { name: "Oynatıcı", exact: true }).click();
  await owner.getByRole("button", { name: "Müziği başlat" }).click();
  await until(async () => (await soundsAt(owner) ?? 0) > 0);
  for (const { title, read } of OWN_TUNES) {
    const { seconds, peak, ends } = await decode(owner, await read());
    assert.ok(seconds > 25 && seconds < 28, `${title}: ${seconds} s`);
    assert.ok(peak > 0.4 && peak < 0.9, `${title}: peak ${peak}`);
    assert.ok(ends < 0.001, `${title}: ${ends} at its ends`);
  }
});

/** What the browser makes of an audio file: its length, its loudest sample, and the loudest of its first and last 2 ms. */
async function decode(
  page: Page,
  file: Uint8Array,
): Promise<{ seconds: number; peak: number; ends: number }> {
  return await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const sound = await new OfflineAudioContext(2, 1, 44_100).decodeAudioData(bytes.buffer);
    const loudest = (samples: Float32Array) =>
      samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
    const channels = [0, 1].map((channel) => sound.getChannelData(channel));
    return {
      seconds: sound.duration,
      peak: Math.max(...channels.map(loudest)),
      ends: Math.max(
        ...channels.flatMap((samples) => [samples.subarray(0, 88), samples.subarray(-88)])
          .map(loudest),
      ),
    };
  }, file.toBase64());
}

/** Where the song comes from that sounds; undefined if none does. */
async function soundsFrom(page: Page): Promise<string | undefined> {
  return await page.evaluate(() =>
    (globalThis as unknown as { audioElements: HTMLAudioElement[] }).audioElements
      .find((element) => !element.paused && !element.ended)?.currentSrc
  );
}

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
