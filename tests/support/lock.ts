// Another process that takes the database's write lock when a test says so.
import { join } from "node:path";

export interface OutsideLock extends AsyncDisposable {
  /** Takes the lock for `ms`; resolves once it is held, to a promise of its release. */
  hold(ms: number): Promise<{ released: Promise<void> }>;
}

/** Starts the process; it is ready when this resolves. */
export async function outsideLock(databasePath: string): Promise<OutsideLock> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", join(import.meta.dirname!, "lock_holder.ts"), databasePath],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const words = child.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  const orders = child.stdin.getWriter();
  const hear = async (word: string) => {
    const { value } = await words.next();
    if (value?.trim() !== word) throw new Error(`The lock holder said '${value}', not '${word}'`);
  };
  await hear("ready");
  return {
    async hold(ms) {
      await orders.write(new TextEncoder().encode(`${ms}\n`));
      await hear("held");
      return { released: hear("free") };
    },
    async [Symbol.asyncDispose]() {
      await orders.close();
      await words.return?.();
      await child.status;
    },
  };
}
