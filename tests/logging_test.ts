// The log's lines (server/logging.ts).
import { strict as assert } from "node:assert";
import { getLogger } from "@logtape/logtape";
import { collectLog } from "./support/start/collected_log.ts";

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
  const output = createLogOutput();
  output.writeSoon("one\\n");
  await new Promise((resolve) => setImmediate(resolve));
  output.writeSoon("two\\n");
  output.write("three\\n");
  output.writeSoon("four\\n");
  Deno.exit();`;
