// Places for a data folder that have little room, and more when a test says so.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { succeeds } from "../report.ts";

/** A place for the server's data folder. */
export interface Room {
  /** What a shell does before it becomes the server. */
  shell: string;
  /** Gives the running server more room. */
  widen(pid: number): Promise<boolean>;
}

/** Makes the data folder a place with little room. */
export type MakeRoom = (dataDir: string, stack: AsyncDisposableStack) => Promise<Room>;

/** Why this account cannot mount a file system, or a folder at another place. Undefined if it can. */
export async function whyNotMounted(): Promise<string | undefined> {
  const dir = await Deno.makeTempDir({ prefix: "siradaki-mount-" });
  try {
    const may = await mounted(dir, "1m") && await succeeds("mount", "--bind", dir, dir);
    while (await succeeds("umount", "--lazy", dir));
    return may ? undefined : "this account may not mount a file system";
  } finally {
    await Deno.remove(dir);
  }
}

function mounted(dir: string, size: string): Promise<boolean> {
  return succeeds("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", dir);
}

/**
 * A limit on the size of each file. It needs no privileges and makes writes fail as a full disk does. In blocks of 512
 * bytes.
 */
export const fileLimit: MakeRoom = () =>
  Promise.resolve({
    shell: "trap '' XFSZ; ulimit -S -f 4000;",
    widen: (pid) => succeeds("prlimit", "--pid", String(pid), "--fsize=unlimited"),
  });

/** A file system of 2 MB, onto which the folder's files are copied. */
export const smallFileSystem: MakeRoom = async (dataDir, stack) => {
  const files = [];
  for (const { name } of Deno.readDirSync(dataDir)) {
    files.push({ name, bytes: await Deno.readFile(join(dataDir, name)) });
  }
  assert.ok(await mounted(dataDir, "2m"));
  // This process may not have let go of the database's file yet.
  stack.defer(async () => void await succeeds("umount", "--lazy", dataDir));
  for (const { name, bytes } of files) await Deno.writeFile(join(dataDir, name), bytes);
  return { shell: "", widen: () => succeeds("mount", "-o", "remount,size=64m", dataDir) };
};
