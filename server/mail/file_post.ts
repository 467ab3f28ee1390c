// Writes letters as text files, if no SMTP server is configured. The log names the file, never the code.
import { join } from "node:path";
import { getLogger } from "@logtape/logtape";
import type { Mail, Post } from "./mail.ts";

const log = getLogger(["siradaki", "mail"]);

/** Writes each letter into `folder`, readable by this account alone. */
export function filePost(folder: string): Post {
  return async (mail) => {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, fileName(mail));
    // Renamed once it is complete, so that a reader never sees half a letter.
    await Deno.writeTextFile(`${path}.part`, fileText(mail), { mode: 0o600 });
    await Deno.rename(`${path}.part`, path);
    log.info("Letter to {to}: {subject}, in {path}", { to: mail.to, subject: mail.subject, path });
  };
}

/** With what the name of a letter begins that was written at `ms` (epoch ms): `2026-01-31_18-30-00`, in UTC. */
export function timeInName(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", "_").replaceAll(":", "-");
}

/** Sorts by time. The id is in groups, so that no six digits in a row look like a code. */
function fileName({ id, writtenAt }: Mail): string {
  return `${timeInName(writtenAt)}_${id.match(/.{1,5}/g)?.join("-")}.txt`;
}

function fileText({ to, subject, writtenAt, text }: Mail): string {
  const date = new Date(writtenAt).toISOString();
  return `Kime: ${to}\nKonu: ${subject}\nTarih: ${date}\n\n${text}`;
}
