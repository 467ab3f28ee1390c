// A process of its own that holds the database's write lock. Run by lock.ts with the file's path; each line
// on stdin is a number of ms: takes the lock, says "held", keeps it that long, lets go, says "free".
import { createClient } from "@libsql/client/sqlite3";

const client = createClient({ url: `file:${Deno.args[0]}`, timeout: 10_000 });
const say = (word: string) => Deno.stdout.write(new TextEncoder().encode(`${word}\n`));

await say("ready");
const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
for await (const line of lines) {
  const transaction = await client.transaction("write");
  await say("held");
  await new Promise((resolve) => setTimeout(resolve, Number(line)));
  await transaction.rollback();
  await say("free");
}
client.close();
