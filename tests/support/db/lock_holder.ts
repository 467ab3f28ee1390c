// A process of its own that holds the database's write lock. Run by lock.ts with the file's path. At "take" on
// stdin it takes the lock and says "held", at "release" it lets go and says "free".
import { createClient } from "@libsql/client/sqlite3";
import { linesOf } from "../net/lines.ts";

const client = createClient({ url: `file:${Deno.args[0]}`, timeout: 10_000 });
const say = (word: string) => Deno.stdout.write(new TextEncoder().encode(`${word}\n`));

await say("ready");
const orders = linesOf(Deno.stdin.readable);
while (!(await orders.next()).done) {
  const transaction = await client.transaction("write");
  await say("held");
  await orders.next();
  await transaction.rollback();
  await say("free");
}
client.close();
