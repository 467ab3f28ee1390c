// Tickets: what our own client puts into an address in the place of its login token (docs/music.md#tickets).
import { insertSecret, takeSecret } from "../../db/one_time_secrets.ts";
import { type TokenDeps, verifyToken } from "../auth/tokens.ts";
import type { TicketAnswer } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { hashToken, randomToken } from "../secrets.ts";
import { ConnectError } from "./connecting.ts";

/** Long enough for one redirect. */
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
 * The owner behind a ticket, which it uses up, or behind a login token.
 * @throws ConnectError `expired` for a ticket, `login_required` for a login token that is not an owner's or has ended
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
