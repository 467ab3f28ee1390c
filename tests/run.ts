// Runs the tests, a room of them in one process each: loading the server or the client takes a second, and most tests take
// milliseconds. `deno task test` runs all rooms, `deno task test db mail` two of them, `deno task test tests/db/plays_test.ts`
// a file. Options are handed on: `deno task test db --filter lock`.

/** Rooms that take longest, and in how many processes their files run. Others run in one. */
const PARTS: Record<string, number> = { browser: 3, client: 2, playback: 2, survival: 2 };
/** Processes at once: tests wait for the disk, the network and Chromium, so there are more than cores. */
const AT_ONCE = 5;

/** Folders that are rooms of their own: what their tests leave behind would disturb the others. */
const INNER_ROOMS = ["playback/evenings"];

/** Files whose tests hear what others have left in the process's page: each runs in a process of its own. */
const ALONE = [
  "client/lib/session_test.ts",
  "client/panel/dashboard/many_at_once_test.tsx",
  "client/panel/routes/frames_test.ts",
  "client/panel/speaker/follow_page_test.ts",
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

async function run(args: string[]): Promise<number> {
  const options = args.filter((arg, i) => arg.startsWith("-") || args[i - 1] === "--filter");
  const names = args.filter((arg) => !options.includes(arg));
  const folder = await Deno.makeTempDir({ prefix: "siradaki-tests-" });
  try {
    const paths = names.filter((name) => name.includes("/") && !INNER_ROOMS.includes(name));
    const rooms = names.length > 0
      ? names.filter((name) => !paths.includes(name))
      : await allRooms();
    const modules = (await Promise.all(rooms.map((room) => modulesOf(room, folder)))).flat();
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["test", ...FLAGS, ...options, ...modules, ...paths],
      env: { DENO_JOBS: String(AT_ONCE), __IS_WSL_TEST__: "1" },
    }).spawn().status;
    return code;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
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

/** Writes the modules that import a room's tests. */
async function modulesOf(room: string, folder: string): Promise<string[]> {
  const all = await testsIn(room);
  const files = all.filter((file) => !ALONE.includes(file));
  const alone = all.filter((file) => ALONE.includes(file));
  const of = PARTS[room] ?? 1;
  const modules = await Promise.all(Array.from({ length: of }, async (_, part) => {
    const name = room === "." ? "rest" : room.replace("/", "_");
    const path = `${folder}/${name}${of === 1 ? "" : `_${part + 1}`}.ts`;
    const imports = files.filter((_, i) => i % of === part).map((file) =>
      `await import("${file}");`
    );
    await Deno.writeTextFile(path, [...room === "client" ? ROUTER : [], ...imports, ""].join("\n"));
    return path;
  }));
  return [...modules, ...alone];
}

async function testsIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, TESTS))) {
    if (/_test\.tsx?$/.test(name)) found.push(new URL(`${folder}/${name}`, TESTS).href);
    else if (isDirectory && folder !== "." && !INNER_ROOMS.includes(`${folder}/${name}`)) {
      found.push(...await testsIn(`${folder}/${name}`));
    }
  }
  return found.sort();
}

Deno.exit(await run(Deno.args));
