// `restore FILE`: replaces the database with a backup, and keeps a copy of what was there before.
import { pathOf } from "../../db/connection/file_url.ts";
import {
  findFault,
  prepareCopy,
  replaceDatabase,
  ReplacementRefusedError,
} from "../../db/connection/backup.ts";
import { endingsPath, NOTHING_ENDED, readKeptEndings } from "../account/kept_endings.ts";
import { makeDataDir } from "../stored_secret.ts";
import { addBackup, putOnDisk, stamp } from "./make_backup.ts";
import { type Command, CommandError } from "./command.ts";
import { quietConfig } from "./with_product.ts";

export const restore: Command = {
  summary: "restore FILE (-: standard input): replaces the database; not while the product serves",
  async run({ environment, now, print, input }, [file]) {
    const config = await quietConfig(environment);
    if (!file) {
      throw new CommandError("Cannot restore: say which file (backups are in DATA_DIR/backups)");
    }
    const name = file === "-" ? "standard input" : file;
    const present = filePath(config.database.url);
    const incoming = `${present}.restoring`;
    makeDataDir(config.dataDir);
    try {
      await copy(file === "-" ? input() : await open(file), incoming, name);
      const fault = findFault(incoming);
      if (fault) throw new CommandError(`Cannot restore ${name}: ${fault}`);
      const endings = await readKeptEndings(present);
      await prepareCopy(incoming, endings ?? NOTHING_ENDED, now()).catch((cause) => {
        throw new CommandError(
          `Cannot restore ${name}: it cannot be brought up to date (${cause.message})`,
          { cause },
        );
      });
      const kept = await replace(
        present,
        incoming,
        (copyInto) => addBackup(config.dataDir, `before-restore-${stamp(now())}.db`, copyInto),
      );
      print(`Restored ${name}.${kept ? ` The database before it is kept: ${kept}` : ""}`);
      for (const line of whatToKnow(endings ? undefined : endingsPath(present))) print(line);
      return 0;
    } finally {
      await Deno.remove(incoming).catch(() => {});
    }
  },
};

/** `missing` is the path at which there was nothing about what has ended since the copy. */
function whatToKnow(missing: string | undefined): string[] {
  return [
    "Payouts that were marked as paid since that copy are pending again: do not pay them twice.",
    "Every login, code, link, invitation and player of that copy has ended: everybody logs in again.",
    missing
      ? `What has ended since that copy is not known, because ${missing} is missing: accounts that were deleted ` +
        "and people who left a team are back, and older passwords work again. Tell the owners."
      : "Accounts that were deleted and people who left a team since that copy stay out, and passwords " +
        "that were changed since stay changed.",
    "Second factors are as they were in that copy, also those that were turned on or off since.",
  ];
}

function filePath(url: string): string {
  if (!url.startsWith("file:")) {
    throw new CommandError(
      "Cannot restore: a remote database has its server's own backups (deploy/edge.md)",
    );
  }
  return pathOf(url);
}

async function open(path: string): Promise<ReadableStream<Uint8Array>> {
  try {
    return (await Deno.open(path)).readable;
  } catch (cause) {
    throw new CommandError(`Cannot restore ${path}: it cannot be read`, { cause });
  }
}

async function copy(from: ReadableStream<Uint8Array>, to: string, name: string): Promise<void> {
  // A killed run may have left one, with other permissions.
  await Deno.remove(to).catch(() => {});
  try {
    await Deno.writeFile(to, from, { createNew: true, mode: 0o600 });
    await putOnDisk(to);
  } catch (cause) {
    throw new CommandError(
      `Cannot restore ${name}: it cannot be copied to ${to} (${(cause as Error).message})`,
      { cause },
    );
  }
}

/** Returns the path of the file that `keep` made of the database before, or undefined if there was none. */
async function replace(
  present: string,
  incoming: string,
  keep: (copyInto: (to: string) => void) => Promise<string>,
): Promise<string | undefined> {
  const hadDatabase = await exists(present);
  let kept: string | undefined;
  try {
    const done = await replaceDatabase(present, incoming, async (copyInto) => {
      if (hadDatabase) kept = await keep(copyInto);
    });
    if (done) return kept;
  } catch (cause) {
    if (!(cause instanceof ReplacementRefusedError)) throw cause;
    if (kept) await Deno.remove(kept);
    throw new CommandError(
      `Cannot restore: ${present} cannot be replaced (${cause.message}). If another program has ` +
        "this file open, such as a database viewer, a virus scanner or a copy to the cloud, close " +
        "it and restore again. The database is unchanged",
      { cause },
    );
  }
  throw new CommandError("Cannot restore: the database is in use. Stop the product first");
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
