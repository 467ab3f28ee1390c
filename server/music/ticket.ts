// Tickets, which our own client puts into the login link instead of its login token (docs/music.md#tickets).
import { insertSecret, takeSecret } from "../../db/one_time_secrets.ts";
import { type TokenDeps, verifyToken } from "../auth/tokens.ts";
import type { TicketAnswer } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { hashToken, randomToken } from "../secrets.ts";
import { ConnectError } from "./connect_outcome.ts";

const TICKET_LIFETIME_MS = 60_000;

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
    expiresAt: createdAt + TICKET_LIFETIME_MS,
  });
  return { ticket };
}

/**
 * Returns the owner that a ticket or a login token belongs to, and uses up the ticket.
 * @throws ConnectError `expired` if the ticket is not valid, `login_required` if the login token is not an owner's or has ended
 */
export async function ownerBehind(
  deps: TokenDeps,
  token: string,
): Promise<string> {
  // A login token is a JWT, whose parts are joined by dots; a ticket has none.
  if (token !== "" && !token.includes(".")) {
    const ticket = await takeSecret(deps.db, "ticket", await hashToken(token), deps.now());
    if (!ticket) throw new ConnectError("expired");
    return ticket.accountId;
  }
  try {
    const caller = await verifyToken(deps, token);
    if (caller.role === "owner") return caller.ownerId;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  throw new ConnectError("login_required");
}
