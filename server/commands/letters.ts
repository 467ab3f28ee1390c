// `letters`: prints the newest letters. Without SMTP a verification code lies in a folder that only the account of the
// service may read.
import { join } from "node:path";
import { parseEnvironment } from "../environment.ts";
import { type Command, CommandError } from "./command.ts";

const MAX_LETTERS = 3;

export const letters: Command = {
  summary: `prints the newest letters (at most ${MAX_LETTERS}) in DATA_DIR/outbox`,
  async run({ environment, print }) {
    const { DATA_DIR, SMTP_URL } = parseEnvironment(environment);
    if (SMTP_URL) {
      print("Letters are sent by e-mail, because SMTP_URL is set. None is written into a folder.");
      return 0;
    }
    const folder = join(DATA_DIR, "outbox");
    const newest = await newestIn(folder);
    if (newest.length === 0) print(`There are no letters in ${folder}.`);
    for (const path of newest) print(`${path}\n\n${escaped(await Deno.readTextFile(path))}`);
    return 0;
  },
};

/** Controls, which a terminal obeys, and marks that turn the text around them, but no line breaks. */
const OBEYED = /(?!\n)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** As the log writes them: `\u001b`. */
function escaped(text: string): string {
  return text.replace(
    OBEYED,
    (sign) => `\\u${sign.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );
}

/** The paths of the newest letters, oldest first. @throws CommandError if the folder cannot be read */
async function newestIn(folder: string): Promise<string[]> {
  try {
    const files = await Array.fromAsync(Deno.readDir(folder));
    // Their names sort by time (mail/post.ts). What is still being written has another ending.
    return files.map(({ name }) => name).filter((name) => name.endsWith(".txt")).sort()
      .slice(-MAX_LETTERS).map((name) => join(folder, name));
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return [];
    throw new CommandError(
      `Cannot read the letters in ${folder}: ${
        (cause as Error).message
      }. Run this as the account that serves`,
      { cause },
    );
  }
}
