// `restore FILE`: replaces the database with a backup, and keeps a copy of what was there before.
import { join } from "node:path";
import { pathOf } from "../../db/file_url.ts";
import { findFault, withExclusiveAccess } from "../../db/restore.ts";
import { type Command, CommandError } from "./command.ts";
import { stamp } from "./make_backup.ts";
import { quietConfig } from "./with_product.ts";

export const restore: Command = {
  summary: "restore FILE: replaces the database with a backup; not while the product serves",
  async run({ environment, now, print }, [file]) {
    const config = await quietConfig(environment);
    if (!file) {
      throw new CommandError("Cannot restore: say which file (backups are in DATA_DIR/backups)");
    }
    const present = filePath(config.database.url);
    await Deno.mkdir(join(config.dataDir, "backups"), { recursive: true, mode: 0o700 });
    const incoming = `${present}.restoring`;
    const kept = join(config.dataDir, "backups", `before-restore-${stamp(now())}.db`);
    try {
      await copy(file, incoming);
      const fault = await findFault(incoming);
      if (fault) throw new CommandError(`Cannot restore ${file}: ${fault}`);
      const hadDatabase = await exists(present);
      const done = await withExclusiveAccess(present, async () => {
        if (hadDatabase) await Deno.copyFile(present, kept);
        await Deno.rename(incoming, present);
      });
      if (!done) {
        throw new CommandError("Cannot restore: the database is in use. Stop the product first");
      }
      print(`Restored ${file}.${hadDatabase ? ` The database before it is kept: ${kept}` : ""}`);
      print(
        "Payouts that were marked as paid since that copy are pending again: do not pay them twice.",
      );
      return 0;
    } finally {
      await Deno.remove(incoming).catch(() => {});
    }
  },
};

function filePath(url: string): string {
  if (!url.startsWith("file:")) {
    throw new CommandError(
      "Cannot restore: a remote database has its server's own backups (deploy/edge.md)",
    );
  }
  return pathOf(url);
}

async function copy(from: string, to: string): Promise<void> {
  try {
    await Deno.copyFile(from, to);
  } catch (cause) {
    throw new CommandError(`Cannot restore ${from}: it cannot be read`, { cause });
  }
  if (Deno.build.os !== "windows") await Deno.chmod(to, 0o600);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
