// What a person reads while the first start installs the packages: one line instead of one for each package.
import { strict as assert } from "node:assert";
import { join } from "node:path";

const ROOT = join(import.meta.dirname!, "../..");
const LINE = /^Paketler indiriliyor, .* Downloading packages, /;

Deno.test("installing says one line the first time, and nothing after that", async () => {
  await using folder = await projectWithOnePackage();
  const [first, ...more] = await folder.install();
  assert.match(first ?? "", LINE);
  assert.deepEqual(more, []);
  assert.ok((await Deno.stat(join(folder.path, "node_modules/ulid"))).isDirectory);
  assert.deepEqual(await folder.install(), []);
});

/** A folder with this project's way to install, and one of its packages, which is on this machine already. */
async function projectWithOnePackage() {
  const config = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  const { nodeModulesDir, imports: { ulid }, tasks: { install } } = config;
  const path = await Deno.makeTempDir({ prefix: "siradaki-install-" });
  const project = { nodeModulesDir, imports: { ulid }, tasks: { install }, lock: false };
  // Without a lock there is nothing that could be frozen.
  project.tasks.install = install.replace("--frozen ", "");
  await Deno.writeTextFile(join(path, "deno.json"), JSON.stringify(project));
  return {
    path,
    /** Runs the task, and returns what it printed but for the task itself. */
    async install(): Promise<string[]> {
      const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["task", "install"],
        cwd: path,
        env: { NO_COLOR: "1" },
      }).output();
      const text = new TextDecoder();
      const printed = text.decode(stdout) + text.decode(stderr);
      assert.ok(success, printed);
      return printed.split("\n").filter((line) => line !== "" && !line.startsWith("Task install"));
    },
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}
