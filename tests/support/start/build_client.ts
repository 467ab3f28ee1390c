// The client as vite builds it, for tests that need its files.
import { join } from "node:path";
import { clientIsUpToDate } from "../../../client/build.ts";

const ROOT = join(import.meta.dirname!, "../../..");

/** Builds the client if it is out of date, in another process: the bundler keeps threads that sanitizers find. */
export async function buildClient(): Promise<void> {
  if (clientIsUpToDate()) return;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "client/build.ts", "--if-stale"],
    cwd: ROOT,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`Cannot build the client: ${new TextDecoder().decode(stderr)}`);
}
