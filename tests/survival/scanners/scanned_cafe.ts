// The demo cafe, served without limits by a process of its own, as scanners find it.
import { strict as assert } from "node:assert";
import { startServer } from "../../support/start/server_process.ts";
import { runCommand } from "../../support/start/surroundings.ts";

export interface ScannedCafe extends AsyncDisposable {
  origin: string;
  cafeId: string;
  ownerId: string;
  /** The owner's. */
  token: string;
  /** Empty, and removed with the cafe. */
  workDir: string;
  /** Stops the server. Returns how many requests it has answered. @throws Error if it has logged an error */
  end(): Promise<number>;
}

/** Serves the cafe. */
export async function scannedCafe(): Promise<ScannedCafe> {
  const workDir = await Deno.makeTempDir({ prefix: "siradaki-scanned-" });
  const dataDir = `${workDir}/data`;
  const { printed } = await runCommand(["seed"], { DATA_DIR: dataDir });
  const server = await startServer(dataDir, { environment: { RATE_LIMITS: "off" } });
  const { origin } = server;
  const [, email, password] = printed.match(/Kafe sahibi +(\S+) +(\S+)/)!;
  const [, cafeId = ""] = printed.match(/\/cafe\/(\w+)/)!;
  const login = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { token } = await login.json();
  const { ownerId } = await (await fetch(`${origin}/api/cafes/${cafeId}`)).json();
  return {
    ...{ origin, cafeId, ownerId, token, workDir },
    async end() {
      const { log } = await server.stop();
      const lines = log.split("\n").filter((line) => line !== "");
      assert.deepEqual(lines.filter((line) => JSON.parse(line).level === "ERROR"), []);
      return lines.filter((line) => JSON.parse(line).properties?.requestId !== undefined).length;
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await Deno.remove(workDir, { recursive: true });
    },
  };
}
