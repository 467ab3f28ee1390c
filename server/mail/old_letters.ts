// Deletes the files of old letters, which hold addresses of people (docs/accounts.md#retention).
import { join } from "node:path";
import { getLogger } from "@logtape/logtape";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";
import { timeInName } from "./file_post.ts";

/** As long as the link of any letter works. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
const CHECK_INTERVAL_MS = 60 * 60 * 1000;
/** The names that file_post.ts gives, also of a letter that a killed server has left half written. */
const LETTER = /^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_[\w-]+\.txt(\.part)?$/;

const log = getLogger(["siradaki", "mail"]);

type LetterDeps = Pick<Deps, "config" | "now">;

/** Looks now and every hour. A failure is logged, and the next look tries again. */
export function startDeletingLetters(deps: LetterDeps): BackgroundJob {
  return every(CHECK_INTERVAL_MS, () => deleteOldLetters(deps), (error) => {
    log.error("Cannot delete old letters, will try again: {error}", { error });
  });
}

/** Deletes the letters in `DATA_DIR/outbox` that were written more than 7 days ago. Other files stay. */
export async function deleteOldLetters({ config, now }: LetterDeps): Promise<void> {
  const folder = join(config.dataDir, "outbox");
  const oldest = timeInName(now() - LIFETIME_MS);
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (isFile && LETTER.test(name) && name < oldest) await Deno.remove(join(folder, name));
    }
  } catch (error) {
    // There is no folder, or another instance has deleted the same letter.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
