// The log's lines (server/logging.ts).
import { strict as assert } from "node:assert";
import { getLogger } from "@logtape/logtape";
import { createLogOutput } from "../server/logging.ts";
import { collectLog } from "./support/start/collected_log.ts";
import { preparedDataDir, startServer } from "./support/start/server_process.ts";
import { gate } from "./support/time/gate.ts";
import { until } from "./support/time/until.ts";
import { eq } from "drizzle-orm";
import { accounts } from "../db/schema/accounts.ts";
import { createOwner } from "./support/people/factories.ts";
import { testApp } from "./support/start/test_app.ts";

const PROPERTIES = { requestId: "an-id", method: "GET", path: "/a", status: 200, durationMs: 0.4 };

Deno.test("the line of an answer has the form of every other line", async () => {
  const [access, other] = await linesOf(["access", "http"], PROPERTIES);
  const { "@timestamp": at, logger, ...rest } = JSON.parse(access!);
  assert.equal(logger, "siradaki.access");
  assert.ok(Date.parse(at) > 0);
  const { "@timestamp": _at, logger: _logger, ...expected } = JSON.parse(other!);
  assert.deepEqual(rest, expected);
  const shape = (line: string) =>
    line.replace(/"@timestamp":"[^"]+"/, "").replace(/siradaki\.\w+/, "");
  assert.equal(shape(access!), shape(other!));
});

for (const [name, char] of [["CSI", "\u009b"], ["DEL", "\x7f"], ["ESC", "\x1b"], ["LF", "\n"]]) {
  Deno.test(`${name} in a path is escaped, so that the log cannot control a terminal`, async () => {
    const path = `/a${char}31m`;
    const [line = ""] = await linesOf(["access"], { ...PROPERTIES, path });
    assert.ok(!line.trimEnd().includes(char!), line);
    assert.equal(JSON.parse(line).properties.path, path);
  });
}

Deno.test("a line says what went wrong, down to the first cause, and nothing of a query", async () => {
  const refused = Object.assign(new Error(""), { code: "ECONNREFUSED" });
  const failed = Object.assign(new Error("select secret", { cause: refused }), { query: "secret" });
  await using log = await collectLog("info");
  getLogger(["siradaki", "http"]).error("Cannot do it: {error}", { error: failed });
  const { message } = JSON.parse(log.lines[0]!);
  assert.equal(message, "Cannot do it: Error: a query failed (Error: ECONNREFUSED)");
});

Deno.test("at debug the log has the statements of each call of the database, its time, and no value", async () => {
  await using log = await collectLog("debug");
  await using app = await testApp({ LOG_LEVEL: "debug" });
  const { ownerId, email } = await createOwner(app.deps);
  await app.deps.db.read.select().from(accounts).where(eq(accounts.id, ownerId));
  const calls = log.lines.map((line) => JSON.parse(line))
    .filter(({ logger }) => logger === "siradaki.db");
  const found = calls.map(({ properties }) => properties)
    .find(({ statements }) => statements[0].startsWith("select") && /"accounts"/.test(statements));
  assert.ok(found.ms >= 0);
  assert.ok(calls.some(({ properties }) => /^insert into "accounts"/.test(properties.statements)));
  assert.doesNotMatch(log.lines.join(""), new RegExp(`${ownerId}|${email}`));
});

async function linesOf(names: string[], properties: Record<string, unknown>): Promise<string[]> {
  await using log = await collectLog("info");
  for (const name of names) {
    getLogger(["siradaki", name]).info("{method} {path} {status}", properties);
  }
  return log.lines;
}

Deno.test("standard output has every line in order, also if the process ends in the same turn", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", WRITE_AND_EXIT],
    cwd: `${import.meta.dirname}/..`,
  }).output();
  assert.equal(new TextDecoder().decode(stdout), "one\ntwo\nthree\nfour\n");
});

const WRITE_AND_EXIT = `
  import { createLogOutput } from "./server/logging.ts";
  const { write, flush } = createLogOutput();
  write("one\\n");
  await flush();
  write("two\\n");
  write("three\\n");
  write("four\\n");
  Deno.exit();`;

Deno.test("lines that cannot be written are counted, and the count is written once it can be", async () => {
  const output = fakeOutput();
  const { write } = createLogOutput(output, (lost) => write(`lost ${lost}\n`));
  output.fails = true;
  write("one\n");
  write("two\n");
  await until(() => output.tries === 1);
  output.fails = false;
  write("three\n");
  await until(() => output.written === "three\nlost 2\n");
});

Deno.test("a line of which a part was written is ended before the next", async () => {
  const output = fakeOutput();
  const { write } = createLogOutput(output, (lost) => write(`lost ${lost}\n`));
  output.room = 3;
  write("one and more\n");
  await until(() => output.tries === 2);
  output.room = Infinity;
  write("two\n");
  await until(() => output.written === "one\ntwo\nlost 1\n");
});

Deno.test("a megabyte waits if the log is not read, and what comes after it is counted", async () => {
  const output = fakeOutput();
  const { write } = createLogOutput(output, (lost) => write(`lost ${lost}\n`));
  const reading = gate();
  reading.close();
  output.read = reading.pass;
  const line = `${"x".repeat(99_999)}\n`;
  write(line);
  await reading.reached();
  for (let i = 0; i < 15; i++) write(line);
  reading.open();
  await until(() => output.written.endsWith("lost 5\n"));
  assert.equal(output.written.match(/x+\n/g)?.length, 11);
});

/** What the shell does so that the log goes into a pipe whose other end is a process of its own. */
const into = (reader: string) =>
  `pipe=$(mktemp -u); mkfifo "$pipe"; { ${reader}; } < "$pipe" > /dev/null 2>&1 & exec > "$pipe"; rm "$pipe";`;

for (
  const [where, calls, shell] of [
    ["on a full disk", 20, "exec > /dev/full;"],
    ["sent into a closed pipe", 20, into("true")],
    // It takes one line, and the pipe is full after 64 KB more.
    ["read no further", 500, into("read line; exec tail --pid=$$ -f /dev/null")],
  ] as const
) {
  Deno.test(`a server whose log is ${where} answers, and stops in order`, async () => {
    await using cafe = await preparedDataDir();
    const served = await startServer(cafe.dataDir, { shell });
    for (let i = 0; i < calls; i++) assert.equal(await health(served.origin), 200);
    assert.equal((await served.stop()).code, 0);
  });
}

async function health(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/healthz`);
  await answer.body?.cancel();
  return answer.status;
}

/** Takes what is written as standard output does, unless it is told to fail. */
function fakeOutput() {
  const output = {
    written: "",
    tries: 0,
    fails: false,
    /** How many bytes it takes before it fails. */
    room: Infinity,
    /** Resolves when a reader has taken what is there. */
    read: () => Promise.resolve(),
    async write(bytes: Uint8Array): Promise<number> {
      output.tries++;
      await output.read();
      if (output.fails || output.room === 0) throw new Error("No space left on device");
      const taken = bytes.subarray(0, output.room);
      output.room -= taken.length;
      output.written += new TextDecoder().decode(taken);
      return taken.length;
    },
    writeSync: (bytes: Uint8Array) => bytes.length,
  };
  return output;
}
