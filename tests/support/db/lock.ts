// Another process that takes the database's write lock when a test says so.
import { join } from "node:path";
import { linesOf } from "../net/lines.ts";
import { inTime } from "../time/until.ts";

export interface OutsideLock extends AsyncDisposable {
  /** Takes the lock, and returns `release` once it is held. */
  take(): Promise<{ release(): Promise<void> }>;
}

/** Starts the process; it is ready when this resolves. */
export async function outsideLock(databasePath: string): Promise<OutsideLock> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", join(import.meta.dirname!, "lock_holder.ts"), databasePath],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const words = linesOf(child.stdout);
  const orders = child.stdin.getWriter();
  const order = (text: string) => orders.write(new TextEncoder().encode(`${text}\n`));
  const hear = async (word: string) => {
    const { value } = await inTime(words.next(), `the lock holder to say '${word}'`);
    if (value !== word) throw new Error(`The lock holder said '${value}', not '${word}'`);
  };
  await hear("ready");
  return {
    async take() {
      await order("take");
      await hear("held");
      return {
        async release() {
          await order("release");
          await hear("free");
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await orders.close();
      await words.return(undefined);
      await child.status;
    },
  };
}
