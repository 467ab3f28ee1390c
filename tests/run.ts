// Runs the tests, a room of them in one module each, which has a thread of its own: loading the server or the client takes a second, and most tests take
// milliseconds. `deno task test` runs all rooms, `deno task test db mail` two of them by the names that the closing table
// has, and `deno task test tests/db/plays_test.ts` or `deno task test code_rules` a file. Options are handed on: `deno task
// test db --filter lock`. `--edge` runs the tests of the server under Deno 2.5 afterwards. At the end it prints what each
// room has taken. Files whose name ends in `_long_test.ts` take long, measure time, or want a machine to themselves: they
// run in the long form alone, one after the other, after all others.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { linesOf } from "./support/net/lines.ts";
import { NOT_TRIED } from "./support/start/cannot_try.ts";
import { longSeed } from "./support/random.ts";

/** Rooms that take longest, and in how many modules their files run. Others run in one. */
const PARTS: Record<string, number> = { browser: 3, client: 2, playback: 2, survival: 2 };
/** Modules at once: tests wait for the disk, the network and Chromium, so there are more than cores. */
const AT_ONCE = 5;

/** Whether the tests run in their long form. */
const LONG = Deno.env.get("SURVIVAL") === "1";
/** What the long form does at random follows from this. Quick runs have one of their own (support/random.ts). */
const SEED: Record<string, string> = LONG ? { SURVIVAL_SEED: String(longSeed()) } : {};
const TEST = /_test\.tsx?$/;
const LONG_TEST = /_long_test\.tsx?$/;

/** Folders that are rooms of their own: what their tests leave behind would disturb the others. */
const INNER_ROOMS = ["playback/evenings"];

/** Files whose tests hear what others have left in the module's page: each runs in a module of its own. */
const ALONE = [
  "client/panel/dashboard/many_at_once_test.tsx",
  "client/panel/routes/frames_test.ts",
].map((file) => new URL(file, import.meta.url).href);

const TESTS = new URL("./", import.meta.url);
const FLAGS = [
  ...["--no-check", "--parallel", "--sanitize-ops", "--sanitize-resources", "--no-prompt"],
  ...["--allow-read", "--allow-write", "--allow-net", "--allow-env", "--allow-sys", "--allow-ffi"],
  "--allow-run",
];

/** While it loads, the router checks once whether it runs on a server; Deno counts as one. */
const ROUTER = [
  `import process from "node:process";`,
  `const { env } = process;`,
  `process.env = { NODE_ENV: "test" };`,
  `await import("${import.meta.resolve("@tanstack/react-router")}");`,
  `process.env = env;`,
];

/** Its CPU time is that of the room's own thread, without the processes that its tests start. */
interface Taken {
  tests: number;
  wallMs: number;
  cpuMs: number;
}

/** What a module does before it imports its tests, so that it writes into `file` at its end what they have taken. */
const measuring = (file: string) => [
  `import { threadCpuUsage } from "node:process";`,
  `const { performance } = globalThis;`,
  `let tests = 0;`,
  `Deno.test.beforeEach(() => void tests++);`,
  `addEventListener("unload", () => {`,
  `  const { user, system } = threadCpuUsage();`,
  `  const taken = { tests, wallMs: performance.now(), cpuMs: (user + system) / 1000 };`,
  `  Deno.writeTextFileSync("${file}", JSON.stringify(taken));`,
  `});`,
];

async function run(args: string[]): Promise<number> {
  const isEdge = args.includes("--edge");
  args = args.filter((arg) => arg !== "--edge");
  const options = args.filter((arg, i) => arg.startsWith("-") || args[i - 1] === "--filter");
  const names = args.filter((arg) => !options.includes(arg));
  const all = await allRooms();
  const wanted = names.map((name) => ({
    room: all.find((room) => room === name || nameOf(room) === name),
    path: pathOf(name),
  }));
  const unknown = names.filter((_, i) => !wanted[i]!.room && !wanted[i]!.path);
  if (unknown.length > 0) {
    console.error(`There are no tests ${unknown.join(", ")}. Rooms: ${all.map(nameOf).join(", ")}`);
    return 2;
  }
  const folder = await Deno.makeTempDir({ prefix: "siradaki-tests-" });
  try {
    const paths = wanted.flatMap(({ room, path }) => room === undefined ? path! : []);
    const rooms = names.length > 0 ? wanted.flatMap(({ room }) => room ?? []) : all;
    const modules = await Promise.all(rooms.map((room) => modulesOf(room, folder)));
    const isLong = (path: string) => LONG_TEST.test(path);
    const quick = [
      ...modules.flatMap((of) => of.quick),
      ...paths.filter((path) => !isLong(path)),
    ];
    const long = [...modules.flatMap((of) => of.long), ...paths.filter(isLong)];
    if (LONG) console.log(`Seed ${SEED.SURVIVAL_SEED}`);
    let code = 0;
    const notTried = join(folder, "not_tried");
    await Deno.writeTextFile(notTried, "");
    if (quick.length > 0) code = await test([...options, ...quick], AT_ONCE, notTried);
    if (long.length > 0) code = await test([...options, ...long], 1, notTried) || code;
    const edge = isEdge ? await runEdge() : undefined;
    for (const room of rooms) await printTaken(room, folder);
    if (edge) console.log(`test:edge:all under Deno 2.5: ${edge.closing}`);
    await printNotTried(notTried);
    return code || (edge?.code ?? 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs what `args` name, so many modules at once. Returns the status of the exit, by which a test that cannot be tried fails. */
async function test(args: string[], atOnce: number, notTried: string): Promise<number> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["test", ...FLAGS, ...args],
    env: { DENO_JOBS: String(atOnce), [NOT_TRIED]: notTried, ...SEED, __IS_WSL_TEST__: "1" },
  }).spawn().status;
  return code;
}

/** Runs `deno task test:edge:all`, whose tests have no long form. Returns its closing line, too. */
async function runEdge(): Promise<{ code: number; closing: string }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "test:edge:all"],
    env: { SURVIVAL: "", NO_COLOR: "1" },
    stdout: "piped",
  }).spawn();
  let closing = "it did not come to an end";
  for await (const line of linesOf(child.stdout)) {
    console.log(line);
    if (/^(ok|FAILED) \| /.test(line)) closing = line;
  }
  return { code: (await child.status).code, closing };
}

/** Prints how many tests this machine could not try, and why. */
async function printNotTried(file: string): Promise<void> {
  const reasons = (await Deno.readTextFile(file)).split("\n").filter((line) => line !== "");
  for (const reason of new Set(reasons)) {
    const count = reasons.filter((one) => one === reason).length;
    console.error(`${count} tests could not be tried: ${reason}`);
  }
}

/** Prints what the modules of a room have taken, and which of its files have a long form if this is it. */
async function printTaken(room: string, folder: string): Promise<void> {
  const modules = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.startsWith(`${nameOf(room)}.`) && name.endsWith(".json"));
  const taken: Taken[] = modules.map((name) =>
    JSON.parse(Deno.readTextFileSync(`${folder}/${name}`))
  );
  const sum = (of: keyof Taken) => taken.reduce((sum, one) => sum + one[of], 0);
  // Long modules run one after the other.
  const [long, quick] = [true, false].map((isLong) =>
    modules.flatMap((name, i) => name.includes(".long_") === isLong ? taken[i]!.wallMs : [])
  );
  const wallMs = Math.max(0, ...quick!) + long!.reduce((sum, ms) => sum + ms, 0);
  const inS = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(8);
  const longFiles = LONG ? await longIn(room) : [];
  console.log(
    `${nameOf(room).padEnd(18)} ${`${sum("tests")}`.padStart(5)} tests ${inS(wallMs)}, CPU ${
      inS(sum("cpuMs"))
    }${longFiles.length > 0 ? `, long: ${longFiles.join(", ")}` : ""}`,
  );
}

/** The files of a room whose tests are long, or have a long form (support/time/effort.ts). */
async function longIn(room: string): Promise<string[]> {
  const files = await testsIn(room);
  const isLong = (file: string) =>
    LONG_TEST.test(file) || Deno.readTextFileSync(new URL(file)).includes("/time/effort.ts");
  return files.filter(isLong)
    .map((file) => file.split("/").at(-1)!.replace(/_test\.tsx?$/, ""));
}

/** The rooms, those first that take longest, and at the end the tests that stand in none. */
async function allRooms(): Promise<string[]> {
  const rooms: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(TESTS)) {
    if (isDirectory && (await testsIn(name)).length > 0) rooms.push(name);
  }
  const isLong = (room: string) => room in PARTS ? 0 : 1;
  const sorted = rooms.sort((a, b) => isLong(a) - isLong(b) || a.localeCompare(b));
  return [...INNER_ROOMS, ...sorted, "."];
}

/** The modules that run a room's tests. */
interface Modules {
  quick: string[];
  long: string[];
}

/** Writes the modules that import a room's tests. */
async function modulesOf(room: string, folder: string): Promise<Modules> {
  const all = await testsIn(room);
  const long = all.filter((file) => LONG_TEST.test(file));
  const alone = all.filter((file) => ALONE.includes(file));
  const files = all.filter((file) => !alone.includes(file) && !long.includes(file));
  const of = PARTS[room] ?? 1;
  const parts = Array.from({ length: of }, (_, part) => files.filter((_, i) => i % of === part));
  const write = async (name: string, files: string[], head: string[] = []) => {
    const path = `${folder}/${nameOf(room)}.${name}`;
    const lines = [...measuring(`${path}.json`), ...head, ...files.map(importing), ""];
    await Deno.writeTextFile(`${path}.ts`, lines.join("\n"));
    return `${path}.ts`;
  };
  const head = room === "client" ? ROUTER : [];
  const isQuick = (part: string[]) => part.length > 0;
  return {
    quick: await Promise.all([
      ...parts.filter(isQuick).map((part, i) => write(`${i + 1}`, part, head)),
      ...alone.map((file, i) => write(`alone_${i + 1}`, [file])),
    ]),
    long: await Promise.all(long.map((file, i) => write(`long_${i + 1}`, [file], head))),
  };
}

function importing(file: string): string {
  return `await import("${file}");`;
}

/** The file of tests that a name stands for: its path, or `code_rules` for tests/code_rules_test.ts. */
function pathOf(name: string): string | undefined {
  if (name.includes("/")) return name;
  const file = new URL(`${name}_test.ts`, TESTS);
  try {
    return Deno.statSync(file).isFile ? fileURLToPath(file) : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(room: string): string {
  return room === "." ? "rest" : room.replace("/", "_");
}

async function testsIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, TESTS))) {
    if (TEST.test(name) && (LONG || !LONG_TEST.test(name))) {
      found.push(new URL(`${folder}/${name}`, TESTS).href);
    } else if (
      isDirectory && name !== "node_modules" && folder !== "." &&
      !INNER_ROOMS.includes(`${folder}/${name}`)
    ) {
      found.push(...await testsIn(`${folder}/${name}`));
    }
  }
  return found.sort();
}

Deno.exit(await run(Deno.args));
