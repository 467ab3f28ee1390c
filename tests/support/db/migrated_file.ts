// A database file with all tables and no rows. Tests start with a copy, because migrating takes 30 ms.
import { join } from "node:path";
import { openDatabase } from "../../../db/connection/client.ts";
import { fileUrl } from "../../../db/connection/file_url.ts";
import { temporaryFolder } from "../start/temporary_folder.ts";

let migrated: Promise<Uint8Array> | undefined;

/** The bytes of the file, which is made once for each test file. */
export function migratedFile(): Promise<Uint8Array> {
  return migrated ??= makeFile();
}

async function makeFile(): Promise<Uint8Array> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "cafe.db");
  const db = await openDatabase(fileUrl(path));
  await db.migrate();
  await db.close();
  return await Deno.readFile(path);
}
