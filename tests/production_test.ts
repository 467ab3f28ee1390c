import { strict as assert } from "node:assert";
import { join } from "node:path";

const ROOT = join(import.meta.dirname!, "..");

Deno.test("main.ts loads React's production build, also without NODE_ENV", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "--preload", "tests/support/start/print_react_files.ts"],
      ...["main.ts", "--version"],
    ],
    cwd: ROOT,
    env: { NODE_ENV: "" },
  }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  const builds: string[] = JSON.parse(lines.at(-1)!).map((path: string) =>
    /\.(production|development)\./.exec(path)?.[1] ?? "either"
  );
  assert.ok(builds.includes("production"), `${lines}`);
  assert.ok(!builds.includes("development"), `${lines}`);
});
