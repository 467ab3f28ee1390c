import { strict as assert } from "node:assert";
import { join } from "node:path";
import { openDatabase } from "../../db/connection/client.ts";
import { createPasswords } from "../../server/auth/passwords.ts";
import { endNativeLoading, startMessage, stopSignals } from "../../server/commands/serve.ts";
import { readConfig } from "../../server/config.ts";
import { dumpTables } from "../support/db/dump.ts";
import { listen } from "../support/net/listener.ts";
import { buildProduct } from "../support/start/built.ts";
import { collectLog } from "../support/start/collected_log.ts";
import { freePort, listenOnFreePort } from "../support/start/free_port.ts";
import {
  preparedDataDir,
  PROGRAM,
  type ServerProcess,
  spawnServer,
  startServer,
  TASK,
} from "../support/start/server_process.ts";
import { startSqld } from "../support/start/sqld.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/start/temporary_folder.ts";
import { sql } from "../support/db/sql.ts";

const ROOT = join(import.meta.dirname!, "../..");
/** Well within the second in which a second SIGINT is ignored (server/commands/serve.ts). */
const RIGHT_BEHIND_MS = 500;
/** Running calls get 4 s, less what the log may be late. */
const GRACE_MS = 3_500;
const MAX_TRIES = 10;
const SECRETS = { JWT_SECRET: "j".repeat(32), ENCRYPTION_KEY: "e".repeat(32) };

Deno.test("serve needs no configuration beyond DATA_DIR, and its log has JSON lines only", async () => {
  await using folder = await prepared();
  const served = await startServer(folder.path, { command: TASK });
  const health = await fetch(`${served.origin}/healthz`);
  assert.deepEqual([health.status, await health.json()], [200, { status: "ok" }]);
  const page = await fetch(served.origin);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Kafe Sahibiyim/);
  await (await fetch(`${served.origin}/api/auth/reset-password/gizli-jeton?soru=gizli`)).text();

  const { code, log, notes } = await served.stop();
  assert.equal(code, 0);
  const lines = log.trim().split("\n").map((line) => JSON.parse(line));
  const access = lines.filter((line) => line.logger === "siradaki.access").map((line) =>
    line.properties
  );
  assert.deepEqual(access.map(({ method, path, status }) => [method, path, status]), [
    // Asked by startServer, and then here.
    ["GET", "/healthz", 200],
    ["GET", "/healthz", 200],
    ["GET", "/", 200],
    ["GET", "/api/auth/reset-password/:token", 400],
  ]);
  assert.ok(access.every((line) => line.requestId && typeof line.durationMs === "number"));
  assert.doesNotMatch(log + notes, /gizli/);
  assert.match(notes, new RegExp(`Panel +${served.origin}/panel/login`));
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`on ${signal} running calls finish, new ones are refused, sockets close with 1001, and the exit code is 0`, async () => {
    await using cafe = await preparedDataDir();
    const { dataDir, owner } = cafe;
    const served = await startServer(dataDir, { command: TASK });
    const slow = await slowCall(served);
    const guest = listen(served.origin.replace("http", "ws"), owner.ownerId);
    assert.equal((await guest.next()).type, "ready");
    const ended = served.stop(signal);
    await served.logged("Stopping on");
    const late = await fetch(`${served.origin}/healthz`);
    assert.equal(late.status, 503);
    assert.match((await late.json()).msg, /Lütfen biraz sonra/);
    assert.equal(late.headers.get("referrer-policy"), "no-referrer");
    assert.equal(late.headers.get("x-frame-options"), "DENY");
    assert.equal(await guest.closed, 1001);
    assert.match(await slow.finish(), /^HTTP\/1\.1 401 /);
    const started = performance.now();
    assert.equal((await ended).code, 0);
    assert.ok(performance.now() - started < 10_000);
  });
}

Deno.test("a closed terminal stops the server as SIGINT does, but not one that nohup has started, whose input is none", () => {
  const signals = (input: boolean) => stopSignals("linux", input).map(({ signal }) => signal);
  assert.deepEqual(signals(true), ["SIGTERM", "SIGINT", "SIGHUP"]);
  assert.deepEqual(signals(false), ["SIGTERM", "SIGINT"]);
  const [onWindows, ...others] = stopSignals("windows", true);
  assert.deepEqual([onWindows?.signal, others], ["SIGINT", []]);
});

Deno.test("a call that never ends delays the exit by less than 10 s", async () => {
  await using folder = await prepared();
  const served = await startServer(folder.path, { command: TASK });
  const slow = await slowCall(served);
  const started = performance.now();
  const { code, log } = await served.stop("SIGINT");
  assert.equal(code, 0);
  assert.ok(performance.now() - started < 10_000);
  assert.match(log, /Stopped before all calls had been answered/);
  slow.abandon();
});

Deno.test("a second SIGINT right after the first, as `deno task` sends it, interrupts no call", async () => {
  await using folder = await prepared();
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const served = await startServer(folder.path, { command: TASK });
    const slow = await slowCall(served);
    const ended = served.stop("SIGINT");
    await served.logged("Stopping on");
    served.stop("SIGINT");
    const secondAt = Date.now();
    const answer = await slow.finish().catch(String);
    const finishedAt = Date.now();
    const { code, log } = await ended;
    const stoppedAt = loggedAt(log, "Stopping on");
    // If this process was held up, the second signal came later, or the call outlasted its time: the round proves nothing.
    if (secondAt - stoppedAt > RIGHT_BEHIND_MS || finishedAt - stoppedAt > GRACE_MS) continue;
    assert.match(answer, /^HTTP\/1\.1 401 /);
    return assert.equal(code, 0);
  }
  assert.fail(`in ${MAX_TRIES} tries no second SIGINT was sent in time`);
});

Deno.test("pressing Ctrl+C again after a second ends the process without waiting for calls", async () => {
  await using folder = await prepared();
  const served = await startServer(folder.path, { command: TASK });
  const slow = await slowCall(served);
  const ended = served.stop("SIGINT");
  await served.logged("Stopping on");
  // Signals within a second after the first are ignored, and running calls get 4 s.
  const pressing = setInterval(() => served.stop("SIGINT"), 300);
  const { code, log } = await ended;
  clearInterval(pressing);
  // Not 0. Deno 2.9 exits with 128 plus the signal's number, and Deno 2.5 with 1.
  assert.notEqual(code, 0);
  assert.doesNotMatch(log, /Stopped before all calls had been answered/);
  slow.abandon();
});

Deno.test("an unhandled error is logged, and the server goes on", async () => {
  await using folder = await prepared();
  const failing = join(folder.path, "failing.js");
  // Once it listens, and not while it starts.
  await Deno.writeTextFile(
    failing,
    `const { serve } = Deno;
     Deno.serve = (...all) => {
       setTimeout(() => Promise.reject(new Error("an unhandled promise")));
       setTimeout(() => { throw new Error("an uncaught error"); });
       return serve(...all);
     };`,
  );
  const command = PROGRAM.toSpliced(1, 0, "--preload", failing);
  const served = await startServer(join(folder.path, "data"), { command });
  await served.logged("an unhandled promise");
  await served.logged("an uncaught error");
  const health = await fetch(`${served.origin}/healthz`);
  assert.deepEqual([health.status, await health.json()], [200, { status: "ok" }]);
  const { code, notes } = await served.stop();
  assert.equal(code, 0);
  assert.doesNotMatch(notes, /unhandled|uncaught/);
});

Deno.test("serve fails with one sentence if the port is taken", async () => {
  await using folder = await prepared();
  using taken = listenOnFreePort((port) => Deno.listen({ hostname: "127.0.0.1", port }));
  const place = { DATA_DIR: folder.path, HOST: "127.0.0.1", PORT: String(taken.addr.port) };
  const { code, notes } = await spawnServer(place, { command: TASK }).ended;
  assert.equal(code, 1);
  assert.equal(notes, `Cannot listen on 127.0.0.1:${taken.addr.port}: the port is in use\n`);
});

Deno.test("serve fails with one sentence and no stack trace if the system refuses its folder or address", async () => {
  await using folder = await prepared();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "This is no database.".repeat(100));
  const refused: [environment: Record<string, string>, notes: string][] = [
    [{ DATA_DIR: file }, `Cannot use DATA_DIR '${file}': `],
    [{ DATABASE_URL: `file:${file}` }, "Cannot use the database: it is damaged\n"],
    [
      { DATABASE_URL: `file:${folder.path}/absent/cafe.db` },
      "Cannot use the database: it is unreachable\n",
    ],
    // An address that is never assigned (RFC 5737).
    [{ HOST: "203.0.113.9", PORT: "21899" }, "Cannot listen on 203.0.113.9:21899: HOST is no "],
  ];
  for (const [environment, says] of refused) {
    const place = { DATA_DIR: folder.path, HOST: "127.0.0.1", PORT: String(freePort()) };
    const { code, notes } = await spawnServer({ ...place, ...environment }, { command: TASK })
      .ended;
    assert.equal(code, 1);
    assert.equal(notes.slice(0, says.length), says);
    assert.equal(notes.trim().split("\n").length, 1, notes);
  }
});

Deno.test("serve creates its folder if both secrets are configured, also with spaces in its name", async () => {
  await using folder = await prepared();
  const served = await startServer(join(folder.path, "Ayşe'nin kafesi"), {
    command: TASK,
    environment: SECRETS,
  });
  const health = await fetch(`${served.origin}/healthz`);
  assert.deepEqual([health.status, await health.json()], [200, { status: "ok" }]);
  assert.equal((await served.stop()).code, 0);
});

Deno.test("serve fails with one message that names every mistake in the configuration", async () => {
  const wrong = { PORT: "many", LOG_LEVEL: "loud", JWT_SECRET: "kisa-sir" };
  const { code, log, notes } = await spawnServer(wrong, { command: TASK }).ended;
  assert.equal(code, 1);
  assert.equal(log, "");
  assert.match(notes, /^Cannot read the configuration:\n( {2}- .+\n){3}$/);
  for (const name of ["PORT", "LOG_LEVEL", "JWT_SECRET"]) assert.match(notes, new RegExp(name));
  assert.doesNotMatch(notes, /kisa-sir/);
});

Deno.test("the predeploy step of deno.json migrates a libSQL server with the permissions that it names", async () => {
  await using server = await startSqld();
  const { deploy } = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "--eval", deploy.predeploy],
    cwd: ROOT,
    env: {
      APP_ORIGIN: "https://siradaki.example",
      DATABASE_URL: server.url,
      ...SECRETS,
    },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  assert.equal(new TextDecoder().decode(stdout), "The database is up to date.\n");
  const db = await openDatabase(server.url);
  assert.deepEqual((await dumpTables({ db })).accounts, []);
  await db.close();
});

Deno.test({
  name: "a server that listens loads no more native code, and what is loaded works on",
  // Those of this test alone, which are as before after it.
  permissions: { ffi: true, read: true, write: true, env: true, sys: true },
  async fn() {
    const db = await openDatabase("file::memory:");
    await endNativeLoading();
    assert.notEqual((await Deno.permissions.query({ name: "ffi" })).state, "granted");
    const libc = () => Deno.dlopen("libc.so.6", { getpid: { parameters: [], result: "i32" } });
    assert.throws(libc, Deno.errors.NotCapable);
    const passwords = createPasswords();
    const hash = await passwords.hash("eski bir parola");
    assert.equal(await passwords.verify(hash, "eski bir parola"), true);
    assert.deepEqual(await db.all(sql("select 1 as one")), [{ one: 1 }]);
    await db.close();
  },
});

Deno.test({
  name: "a server whose native code cannot be loaded may not load any later",
  permissions: { ffi: true },
  async fn() {
    await using log = await collectLog("error");
    await endNativeLoading(() => Promise.reject(new Error("no such file")));
    assert.match(log.lines.join(), /Cannot load argon2/);
    assert.notEqual((await Deno.permissions.query({ name: "ffi" })).state, "granted");
  },
});

Deno.test("no task has all permissions, and no task that serves may run programs", async () => {
  const { tasks, deploy } = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  const commands: Record<string, unknown> = { ...tasks, predeploy: deploy.predeploy };
  for (const [name, command] of Object.entries(commands)) {
    // A task that only runs others has no command of its own.
    if (typeof command !== "string") continue;
    assert.doesNotMatch(command, /(^| )(-\w*A\w*|--allow-all)( |$)/, name);
    if (/main\.[jt]s/.test(command)) assert.doesNotMatch(command, /--allow-run/, name);
  }
});

/** A call whose body is incomplete: the server has its head and waits. */
async function slowCall({ origin }: ServerProcess) {
  const { hostname, port, host } = new URL(origin);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const body = JSON.stringify({ email: "kimse@ornek.test", password: "yanlis-sifre" });
  const send = (text: string) => connection.write(new TextEncoder().encode(text));
  await send(
    `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  // The server reads the body, so the call is running.
  const buffer = new Uint8Array(4096);
  const asked = await connection.read(buffer);
  assert.match(new TextDecoder().decode(buffer.subarray(0, asked ?? 0)), /^HTTP\/1\.1 100/);
  return {
    async finish() {
      try {
        await send(body);
        const read = await connection.read(buffer);
        return new TextDecoder().decode(buffer.subarray(0, read ?? 0));
      } finally {
        connection.close();
      }
    },
    abandon: () => connection.close(),
  };
}

/** Returns when the log has this message, in epoch ms. */
function loggedAt(log: string, message: string): number {
  const line = log.split("\n").find((line) => line.includes(message))!;
  return Date.parse(JSON.parse(line)["@timestamp"]);
}

async function prepared(): Promise<TemporaryFolder> {
  await buildProduct();
  return await temporaryFolder();
}

// What the terminal says of the music service once the server listens.
Deno.test("the start message says that Spotify is the demo account until credentials are set", () => {
  const spotify = (environment: Record<string, string> = {}) => {
    const config = readConfig({ ...SECRETS, ...environment });
    return startMessage(config, config.appOrigin).filter((line) => line.includes("Spotify"));
  };
  assert.equal(spotify().length, 1);
  assert.match(spotify()[0]!, /örnek hesap, ses çıkmaz/);
  assert.deepEqual(spotify({ SPOTIFY_CLIENT_ID: "c", SPOTIFY_CLIENT_SECRET: "s" }), []);
});
