// Tickets: what our own client sends in an address in the place of its login token.
import { insertSecret } from "../../../db/one_time_secrets.ts";
import type { TicketAnswer } from "../../contract/music.ts";
import type { Deps } from "../../deps.ts";
import { hashToken, randomToken } from "../../secrets.ts";

/** Long enough for one redirect (contract: POST /api/spotify/ticket). */
const LIFETIME_MS = 60_000;

export async function issueTicket(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<TicketAnswer> {
  const ticket = randomToken();
  const hash = await hashToken(ticket);
  const createdAt = now();
  await insertSecret(db, {
    hash,
    purpose: "ticket",
    accountId: ownerId,
    createdAt,
    expiresAt: createdAt + LIFETIME_MS,
  });
  return { ticket };
}
