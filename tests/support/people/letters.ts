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
  const codes = (await lettersOf(app, email)).flatMap((letter) => letter.match(/\b\d{6}\b/g) ?? []);
  const code = codes.at(-1);
  assert.ok(code, `no letter to ${email} has a code`);
  return code;
}

/** The token of the newest reset link to `email`. */
export async function resetTokenFor(app: Sender, email: string): Promise<string> {
  const tokens = (await lettersOf(app, email)).flatMap((letter) =>
    [...letter.matchAll(/\/panel\/reset-password\/([\w-]+)/g)].map((match) => match[1]!)
  );
  const token = tokens.at(-1);
  assert.ok(token, `no letter to ${email} has a reset link`);
  return token;
}
