// What is shipped: the files that deploy/build/ makes of the server.
import { strict as assert } from "node:assert";
import { dirname, join } from "node:path";
import { server } from "../../deploy/build/part.ts";
import { buildProduct } from "../support/start/built.ts";
import { spawnServer } from "../support/start/server_process.ts";

const ROOT = join(import.meta.dirname!, "../..");

/** What the first answer does not need, with a word of its code. */
const LATER: Record<string, RegExp> = {
  "React and the pages": /react\.suspense|hreflang|Kafe Sahibiyim/,
  "nodemailer": /SMTPConnection/,
  "the QR code": /penaltyN1|applyMask/,
  "the client for libSQL servers": /HttpStream/,
  "the reader of tags": /Id3v2ContentError/,
  "the OpenAPI document": /openapi: "3/,
};

Deno.test("every task that runs the product runs the bundle, with the same permissions", () => {
  const { tasks }: { tasks: Record<string, string> } = JSON.parse(
    Deno.readTextFileSync(join(ROOT, "deno.json")),
  );
  const fromSource = Object.entries(tasks).filter(([, command]) => /\bmain\.ts/.test(command));
  assert.deepEqual(fromSource, []);
  const named = (task: string) => /deno run (.*?) (main|server\/dist\/main)\.[jt]s/.exec(task)?.[1];
  assert.equal(named(tasks.serve!), named(tasks.siradaki!));
  // A backup may be anywhere.
  assert.equal(
    named(tasks.restore!),
    named(tasks.siradaki!)!.replace(/--allow-read=\S+/, "--allow-read"),
  );
});

Deno.test("the bundle has React's production build", async () => {
  const text = (await bundled()).map(({ text }) => text).join("\n");
  assert.match(text, /react-dom-server[\w.-]*\.production\.js/);
  assert.doesNotMatch(text, /\.development\.js/);
});

Deno.test("what the first answer does not need is loaded later", async () => {
  const files = await bundled();
  const first = reachable(files, "main.js");
  const at = { start: "", later: "" };
  for (const { name, text } of files) at[first.has(name) ? "start" : "later"] += text;
  for (const [what, word] of Object.entries(LATER)) {
    assert.doesNotMatch(at.start, word, `${what}: loaded at start`);
    assert.match(at.later, word, `${what}: not in the bundle`);
  }
  // Native addons and lists that are outside of the bundle.
  const packages = at.start.matchAll(/^import .*"((?!node:|\.\/).+)";$/gm);
  assert.deepEqual([...packages].map(([, name]) => name), []);
});

Deno.test("an error's stack names the functions and their lines", async () => {
  await buildProduct();
  const folder = await Deno.makeTempDir({ prefix: "siradaki-bundle-" });
  const breaking = join(folder, "break_listening.js");
  await Deno.writeTextFile(breaking, "Deno.serve = () => { throw new Error('Cannot go on'); };");
  const { code, notes } = await spawnServer(
    { DATA_DIR: join(folder, "data"), HOST: "127.0.0.1", PORT: "0", NO_COLOR: "1" },
    { command: ["run", "-A", "--preload", breaking, "server/dist/main.js", "serve"] },
  ).ended;
  assert.equal(code, 1);
  assert.match(notes, /Cannot go on/);
  const lines = [...notes.matchAll(/at (?:async )?(\w+) \(.*server\/dist\/main\.js:(\d+):\d+\)/g)];
  assert.deepEqual(lines.slice(0, 2).map(([, name]) => name), ["keepServing", "listen"]);
  assert.ok(Number(lines[0]![2]) > 1000, "all code is on one line");
  await Deno.remove(folder, { recursive: true });
});

interface File {
  name: string;
  text: string;
}

async function bundled(): Promise<File[]> {
  await buildProduct();
  return [...Deno.readDirSync(server.folder)].filter(({ name }) => name.endsWith(".js"))
    .map(({ name }) => ({ name, text: Deno.readTextFileSync(join(server.folder, name)) }));
}

/** The files that `name` imports before it runs, and those that they import. */
function reachable(files: File[], name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = files.find((file) => file.name === name)!.text;
  for (const [, path] of text.matchAll(/^(?:import|export) .*?"(\.\/[^"]+)";$/gm)) {
    reachable(files, join(dirname(name), path!), seen);
  }
  return seen;
}

Deno.test("the bundle applies the migrations and the schema that it was built with, not those of the source", async () => {
  await buildProduct();
  const journal = (folder: string) => Deno.readTextFileSync(join(folder, "meta/_journal.json"));
  assert.equal(journal(join(server.folder, "migrations")), journal(join(ROOT, "db/migrations")));
  const schema = (folder: string) => Deno.readTextFileSync(join(folder, "schema.sql"));
  assert.equal(schema(server.folder), schema(join(ROOT, "db")));
  const scripts = [...Deno.readDirSync(server.folder)].filter(({ name }) => name.endsWith(".js"));
  const texts = scripts.map(({ name }) => Deno.readTextFileSync(join(server.folder, name)));
  for (const name of ["migrations", "schema.sql"]) {
    const place = `join(import.meta.dirname + "/connection", "../${name}")`;
    assert.ok(texts.some((text) => text.includes(place)), name);
  }
});
