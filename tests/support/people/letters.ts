// Reads the letters that an app without SMTP has written into its outbox folder.
import { strict as assert } from "node:assert";
import type { Deps } from "../../../server/deps.ts";

/** A test's app or live server. */
type Sender = { deps: Pick<Deps, "config" | "outbox"> };

/** Returns the letters to `email`, oldest first, after the outbox is idle. */
export async function lettersOf(app: Sender, email: string): Promise<string[]> {
  await app.deps.outbox.idle();
  const folder = `${app.deps.config.dataDir}/outbox`;
  const names: string[] = [];
  try {
    for await (const entry of Deno.readDir(folder)) names.push(entry.name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const letters = await Promise.all(
    names.sort().map((name) => Deno.readTextFile(`${folder}/${name}`)),
  );
  return letters.filter((letter) => letter.startsWith(`Kime: ${email}\n`));
}

/** The code of the newest letter to `email` that has one. */
export async function codeFor(app: Sender, email: string): Promise<string> {
  return await lastInLetters(app, email, /\b(\d{6})\b/g);
}

/** The token of the newest reset link to `email`. */
export async function resetTokenFor(app: Sender, email: string): Promise<string> {
  return await lastInLetters(app, email, /\/panel\/reset-password\/([\w-]+)/g);
}

/** The group of the last match of `pattern` in the letters to `email`. */
export async function lastInLetters(app: Sender, email: string, pattern: RegExp): Promise<string> {
  const found = (await lettersOf(app, email)).flatMap((letter) => [...letter.matchAll(pattern)]);
  assert.ok(found.length > 0, `no letter to ${email} has ${pattern}`);
  return found.at(-1)![1]!;
}
