// Takes the letters out of the outbox folder and learns the codes and links in them.
import type { TestApp } from "../../support/start/test_app.ts";
import type { Words } from "./known_words.ts";

/** Each letter is read once, and removed so that the folder stays small. */
export async function readLetters({ deps }: TestApp, words: Words): Promise<void> {
  await deps.outbox.idle();
  const folder = `${deps.config.dataDir}/outbox`;
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".txt")) continue;
    const letter = await Deno.readTextFile(`${folder}/${name}`);
    await Deno.remove(`${folder}/${name}`);
    for (const [code] of letter.matchAll(/\b\d{6}\b/g)) words.learn("verificationCode", code);
    for (const [link] of letter.matchAll(/https?:\/\/\S+/g)) words.learnAddress(link);
    const [, to] = /^Kime: (\S+)$/m.exec(letter) ?? [];
    words.learn("email", to ?? "");
  }
}
