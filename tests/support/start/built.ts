// The client and the server as `deno task build` makes them, for tests that need their files.
import { join } from "node:path";
import { client, isUpToDate, type Part, server } from "../../../deploy/build/part.ts";
import { lazy } from "../../../server/once.ts";

const ROOT = join(import.meta.dirname!, "../../..");

/** Builds the client if it is out of date. Looks once in each process. */
export const buildClient = lazy(() => build([client]));

/** Builds the client and the server if they are out of date. Looks once in each process. */
export const buildProduct = lazy(() => build([client, server]));

/** In another process: the bundler keeps threads that sanitizers find. */
async function build(parts: Part[]): Promise<void> {
  const stale = parts.filter((part) => !isUpToDate(part));
  if (stale.length === 0) return;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "deploy/build/build.ts", "--if-stale", ...stale.map(({ name }) => name)],
    cwd: ROOT,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`Cannot build: ${new TextDecoder().decode(stderr)}`);
}
