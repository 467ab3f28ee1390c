// `deno task dev` in a copy of the project: how long it is from a saved file to what a person sees.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchChromium } from "../browser/chromium/browser.ts";
import { missingChromium } from "../browser/chromium/which_chromium.ts";
import { cannotTry } from "../support/start/cannot_try.ts";
import { freePort } from "../support/start/free_port.ts";
import { collect, preparedDataDir } from "../support/start/server_process.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";
import { inTime, until } from "../support/time/until.ts";

const ROOT = join(import.meta.dirname!, "../..");
/** What `deno task dev` reads of the project. */
const COPIED = [
  ...["client", "server", "db", "tools/dev", "tests/support/net"],
  ...["main.ts", "vite.config.ts", "deno.json", "deno.lock"],
];
/** Other work on the machine slows a change down: it is made this often until it is seen in time. */
const TRIES = 3;
const LOGIN = "client/panel/routes/_account/panel.login.tsx";

Deno.test("deno task dev shows what is saved in time, prints type errors, and ends at Ctrl+C", async (t) => {
  const missing = missingChromium();
  if (missing) cannotTry(missing);
  await using prepared = await preparedDataDir();
  await using dev = await startDev(prepared.dataDir);
  await using chromium = await launchChromium();
  const page = await chromium.newPage();

  await t.step("a screen of the panel and its style, 1 s; a field keeps its text", async () => {
    await page.goto(`${dev.origin}/panel/login`);
    const email = page.getByLabel("E-posta");
    await email.fill("ayse@kafe.test");
    await dev.showsIn(1, { in: LOGIN, from: "Şifremi unuttum", to: "Parolamı unuttum" }, page);
    const frame = page.locator(".account");
    const style = { in: "client/panel/account.css", from: "display: grid;", to: "display: block;" };
    await dev.takes(1, style, async (text) => {
      return text === `display: ${await frame.evaluate((it) => getComputedStyle(it).display)};`;
    });
    assert.equal(await email.inputValue(), "ayse@kafe.test");
  });

  await t.step("an island without a reload, and a fresh page of it, 3 s", async () => {
    const path = `/cafe/${prepared.owner.cafeId}`;
    await page.goto(dev.origin + path);
    await page.evaluate(() => document.title = "not loaded anew");
    const island = "client/islands/QueueIsland.tsx";
    await dev.takes(3, { in: island, from: "{texts.queue}", to: "Kuyruk" }, (text) => {
      const heading = text === "Kuyruk" ? text : "Şarkı sırası";
      return page.getByRole("heading", { name: heading, exact: true }).isVisible();
    });
    assert.equal(await page.title(), "not loaded anew");
    await dev.takes(
      3,
      { in: island, from: '"board-heading"', to: '"board-title"' },
      async (text) => (await dev.read(path)).includes(text),
    );
  });

  await t.step("a page loads itself anew, 3 s", async () => {
    // The change before has started the server anew.
    await until(async () => (await dev.read("/")) !== "");
    await page.goto(dev.origin);
    const file = "client/pages/LandingPage.tsx";
    await dev.showsIn(3, { in: file, from: "Kafenizi kaydedin", to: "Kafeyi kaydedin" }, page);
  });

  await t.step("the server, 4 s", async () => {
    const change = { in: "server/app.ts", from: 'status: "ok"', to: 'status: "up"' };
    await dev.takes(
      4,
      change,
      async (text) => (await dev.read("/healthz")).includes(text.replace("status: ", "")),
    );
  });

  await t.step("a mistyped property is told in the terminal, and that it is gone", async () => {
    await dev.save({ in: LOGIN, from: "error.msg,", to: "error.mesg," });
    await inTime(dev.notes.has("Property 'mesg' does not exist"), "the type error");
    await dev.save({ in: LOGIN, from: "error.mesg,", to: "error.msg," });
    await inTime(dev.notes.has("The type errors are gone."), "its end");
  });

  await t.step("Ctrl+C ends the server and Vite", async () => {
    assert.equal(await dev.interrupt(), 0);
    for (const port of [dev.port, dev.port + 1]) {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
    }
  });
});

/** A place in a file that is changed, and changed back. */
interface Change {
  in: string;
  from: string;
  to: string;
}

/** Starts what the task runs after the installation, and waits for the first page. */
async function startDev(dataDir: string) {
  const folder = await temporaryFolder();
  await copyProject(folder.path);
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { tasks } = JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.json")));
  const child = new Deno.Command("sh", {
    args: ["-c", `exec "$0" ${tasks.dev.split("&& deno ")[1]}`, Deno.execPath()],
    cwd: folder.path,
    env: { HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let running = true;
  const ended = child.status.finally(() => running = false);
  const log = collect(child.stdout);
  const notes = collect(child.stderr);

  const read = async (path: string) => {
    if (!running) throw new Error(`deno task dev has ended: ${notes.text()}`);
    // While the server starts anew, it answers nothing.
    const answer = await fetch(origin + path, { headers: { accept: "text/html" } }).catch(() => {});
    return await answer?.text() ?? "";
  };
  const save = async ({ in: file, from, to }: Change) => {
    const path = join(folder.path, file);
    const text = await Deno.readTextFile(path);
    assert.ok(text.includes(from), `${file} has no ${from}`);
    await Deno.writeTextFile(path, text.replace(from, to));
  };
  const takes = async (
    seconds: number,
    { in: file, ...words }: Change,
    shows: (text: string) => Promise<boolean>,
  ) => {
    let [from, to] = [words.from, words.to];
    const taken: string[] = [];
    while (taken.length < TRIES) {
      const startedAt = performance.now();
      await save({ in: file, from, to });
      await until(() => shows(to));
      const tookMs = performance.now() - startedAt;
      taken.push(`${(tookMs / 1000).toFixed(2)} s`);
      if (tookMs <= 1000 * seconds) return console.log(`${file}: ${taken.join(", ")}`);
      [from, to] = [to, from];
    }
    assert.fail(`${file} took ${taken.join(", ")} instead of ${seconds} s`);
  };
  const interrupt = async () => {
    if (running) child.kill("SIGINT");
    const [{ code }] = await Promise.all([ended, log.done, notes.done]);
    return code;
  };
  await until(async () => (await read("/")).includes("</html>"));
  return {
    ...{ origin, port, notes, read, save, takes, interrupt },
    showsIn: (seconds: number, change: Change, page: Page) =>
      takes(seconds, change, (text) => page.getByText(text, { exact: true }).isVisible()),
    async [Symbol.asyncDispose]() {
      await interrupt();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Packages are links to the files of the project's, if a link can lead there. */
async function copyProject(folder: string): Promise<void> {
  const script = `cp -r --parents "$@" "$0" &&
    { cp -rlP node_modules "$0" || cp -rP node_modules "$0"; } && rm -rf "$0/node_modules/.vite"`;
  const args = ["-c", script, folder, ...COPIED];
  const { success } = await new Deno.Command("sh", { args, cwd: ROOT }).output();
  assert.ok(success);
}
