// A system that renames no open file, as Windows does, and which files this process has open.

/**
 * The paths of the files that this process has open, or undefined if the system does not show them. Another program reads
 * them, because Deno lets no test read /proc.
 */
export function openFiles(): string[] | undefined {
  if (Deno.build.os !== "linux") return undefined;
  const { stdout } = new Deno.Command("sh", {
    args: ["-c", `readlink /proc/${Deno.pid}/fd/*`],
    stderr: "null",
  }).outputSync();
  return new TextDecoder().decode(stdout).trim().split("\n");
}

export interface Renames extends Disposable {
  /** The targets of the renames that were refused, in order. */
  refused: string[];
}

/** Until it is disposed of, `Deno.rename` asks `refuses` first, and fails if it returns true. */
export function renamesRefused(
  refuses: (from: string, to: string) => boolean | Promise<boolean>,
): Renames {
  const { rename } = Deno;
  const refused: string[] = [];
  Object.assign(Deno, {
    async rename(from: string, to: string) {
      if (await refuses(from, to)) {
        refused.push(to);
        throw new Deno.errors.PermissionDenied("Access is denied. (os error 5)");
      }
      await rename(from, to);
    },
  });
  return { refused, [Symbol.dispose]: () => void Object.assign(Deno, { rename }) };
}
