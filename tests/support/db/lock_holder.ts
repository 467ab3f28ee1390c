// A process of its own that holds the database's write lock. Run by lock.ts with the file's path. At "take" on
// stdin it takes the lock and says "held", at "release" it lets go and says "free".
import { DatabaseSync } from "node:sqlite";
import { linesOf } from "../net/lines.ts";

const db = new DatabaseSync(Deno.args[0]!);
db.exec("pragma busy_timeout = 10000");
const say = (word: string) => Deno.stdout.write(new TextEncoder().encode(`${word}\n`));

await say("ready");
const orders = linesOf(Deno.stdin.readable);
while (!(await orders.next()).done) {
  db.exec("begin immediate");
  await say("held");
  await orders.next();
  db.exec("rollback");
  await say("free");
}
db.close();
