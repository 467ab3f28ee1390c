// A system that renames no open file, as Windows does, and which files this process has open.

/** The paths of the files that this process has open, or undefined if the system does not show them. */
export function openFiles(): string[] | undefined {
  const probe = Deno.makeTempFileSync();
  const file = Deno.openSync(probe);
  try {
    const paths = [...Deno.readDirSync("/proc/self/fd")].map(({ name }) => target(name));
    return paths.includes(Deno.realPathSync(probe)) ? paths : undefined;
  } catch {
    return undefined;
  } finally {
    file.close();
    Deno.removeSync(probe);
  }
}

/** The path of a handle, or an empty text: the handle that read the folder is closed by now. */
function target(handle: string): string {
  try {
    return Deno.readLinkSync(`/proc/self/fd/${handle}`);
  } catch {
    return "";
  }
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
