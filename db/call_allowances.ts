// The call_allowances table: how many calls in 30 s a music service is thought to allow (docs/music.md#calls).
import type { Database } from "./client.ts";
import { columnsOf } from "./schema/columns.ts";
import { callAllowances } from "./schema/music.ts";
import { statement } from "./statement.ts";

export type CallAllowance = Omit<typeof callAllowances.$inferSelect, "clientId">;

const FIND = statement<{ client: string }, typeof callAllowances.$inferSelect>(
  `select ${columnsOf(callAllowances)} from call_allowances where client_id = :client`,
);

/** What was learned of this client id last, undefined if nothing was. */
export async function findCallAllowance(
  db: Database,
  clientId: string,
): Promise<CallAllowance | undefined> {
  return (await db.all(FIND({ client: clientId })))[0];
}

const KEEP = statement<CallAllowance & { client: string }>(`
  insert into call_allowances (client_id, start, calls, at) values (:client, :start, :calls, :at)
  on conflict (client_id) do update set start = excluded.start, calls = excluded.calls, at = excluded.at`);

/** Keeps what was learned of this client id, in place of what was known before. */
export async function keepCallAllowance(
  db: Database,
  clientId: string,
  { start, calls, at }: CallAllowance,
): Promise<void> {
  await db.write(() => [KEEP({ client: clientId, start, calls, at })]);
}
