// `deno task migration`: drizzle-kit compares db/schema with the newest snapshot of it, so that one alone is kept.
import { strict as assert } from "node:assert";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { type TemporaryFolder, temporaryFolder } from "../support/start/temporary_folder.ts";

const ROOT = join(import.meta.dirname!, "../..");
const MIGRATIONS = "db/migrations";

Deno.test("the newest snapshot of the tables is kept, and no other (delete the older one after a new migration)", () => {
  const last = migrationsIn(ROOT).at(-1)!;
  const snapshots = namesIn(`${ROOT}/${MIGRATIONS}/meta`, "_snapshot.json");
  assert.deepEqual(snapshots, [`${last.slice(0, 4)}_snapshot.json`]);
});

Deno.test("deno task migration finds nothing to do on the tables as they are", async () => {
  await using project = await copyOfProject();
  assert.match(await makeMigration(project, "nothing"), /nothing to migrate/);
  assert.deepEqual(migrationsIn(project.path), migrationsIn(ROOT));
});

Deno.test("deno task migration writes what a new column, an index and a table need, and no more", async () => {
  await using project = await copyOfProject();
  Deno.writeTextFileSync(
    `${project.path}/db/schema/notes.ts`,
    `import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
    export const notes = sqliteTable("notes", {
      id: text("id").primaryKey(),
      writtenAt: integer("written_at").notNull(),
    }, (table) => [index("notes_written").on(table.writtenAt)]);`,
  );
  const file = `${project.path}/db/schema/music.ts`;
  const [tracks, withGenre] = ['sqliteTable("tracks", {', 'sqliteTable("tracks", { genre: text(),'];
  const text = Deno.readTextFileSync(file);
  assert.ok(text.includes(tracks));
  Deno.writeTextFileSync(file, text.replace(tracks, withGenre));
  await makeMigration(project, "notes");
  const [made, ...others] = migrationsIn(project.path).slice(migrationsIn(ROOT).length);
  assert.deepEqual(others, []);
  assert.equal(
    Deno.readTextFileSync(`${project.path}/${MIGRATIONS}/${made}`),
    [
      "CREATE TABLE `notes` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`written_at` integer NOT NULL\n);\n",
      "CREATE INDEX `notes_written` ON `notes` (`written_at`);",
      "ALTER TABLE `tracks` ADD `genre` text;",
    ].join("--> statement-breakpoint\n"),
  );
});

/** What drizzle-kit reads and writes, and the packages. */
async function copyOfProject(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  for (const name of ["db", "deno.json", "deno.lock"]) {
    cpSync(join(ROOT, name), join(folder.path, name), { recursive: true });
  }
  Deno.symlinkSync(join(ROOT, "node_modules"), join(folder.path, "node_modules"), { type: "dir" });
  return folder;
}

/** What the task prints. */
async function makeMigration({ path }: TemporaryFolder, name: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "migration", "--name", name],
    cwd: path,
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

function migrationsIn(root: string): string[] {
  return namesIn(`${root}/${MIGRATIONS}`, ".sql");
}

function namesIn(folder: string, ending: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.endsWith(ending)).sort();
}
