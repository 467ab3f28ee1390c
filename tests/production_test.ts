import { strict as assert } from "node:assert";
import { startServer } from "./support/start/server_process.ts";

Deno.test("main.ts loads React's production build, also without NODE_ENV", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-production-" });
  const served = await startServer(dataDir, {
    environment: { LOG_LEVEL: "error" },
    command: [
      ...["run", "-A", "--no-check", "--preload", "tests/support/start/print_react_files.ts"],
      ...["main.ts", "serve"],
    ],
  });
  await (await fetch(served.origin)).text();
  const { log } = await served.stop();
  await Deno.remove(dataDir, { recursive: true });
  const lines = log.trim().split("\n");
  const builds: string[] = JSON.parse(lines.at(-1)!).map((path: string) =>
    /\.(production|development)\./.exec(path)?.[1] ?? "either"
  );
  assert.ok(builds.includes("production"), `${lines}`);
  assert.ok(!builds.includes("development"), `${lines}`);
});
