// A process of its own that holds the database's write lock. Run by lock.ts with the file's path. Each order is
// a line on stdin: a number of ms, or "take" and later "release". It takes the lock, says "held", keeps it for
// that long, lets go, says "free".
import { createClient } from "@libsql/client/sqlite3";
import { linesOf } from "./lines.ts";

const client = createClient({ url: `file:${Deno.args[0]}`, timeout: 10_000 });
const say = (word: string) => Deno.stdout.write(new TextEncoder().encode(`${word}\n`));

await say("ready");
const orders = linesOf(Deno.stdin.readable);
for (let next; !(next = await orders.next()).done;) {
  const transaction = await client.transaction("write");
  await say("held");
  if (next.value === "take") await orders.next();
  else await new Promise((resolve) => setTimeout(resolve, Number(next.value)));
  await transaction.rollback();
  await say("free");
}
client.close();
