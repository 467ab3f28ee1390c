// A copy of the committed project, in which a file can be changed.
import { join } from "node:path";

const PROJECT = join(import.meta.dirname!, "../..");

export interface Tree {
  root: string;
  remove(): Promise<void>;
}

/** Copies the last commit and the installed packages, and links what was built. */
export async function makeTree(): Promise<Tree> {
  const root = await Deno.makeTempDir({ prefix: "siradaki-mutant-" });
  await sh(`git -C '${PROJECT}' archive HEAD | tar -x -C '${root}'`);
  await sh(`cp -al '${PROJECT}/node_modules' '${root}/node_modules'`);
  for (const built of ["client/dist", "server/dist"]) {
    await sh(`cp -a '${PROJECT}/${built}' '${root}/${built}'`);
  }
  return { root, remove: () => Deno.remove(root, { recursive: true }) };
}

async function sh(command: string): Promise<void> {
  const { success } = await new Deno.Command("sh", { args: ["-c", command] }).output();
  if (!success) throw new Error(`Cannot copy the project: ${command}`);
}
