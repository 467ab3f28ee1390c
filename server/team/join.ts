// Accepting an invitation: by its link, or by a login (docs/team.md#joining).
import { acceptInvitations, type Joined } from "../../db/accepted_invitations.ts";
import { findInvitation, type FoundInvitation } from "../../db/invitations.ts";
import { joinByLink } from "../../db/link_joins.ts";
import { isCommonPassword } from "../auth/popular_passwords.ts";
import { logSecurityEvent } from "../auth/security_log.ts";
import { issueToken, type TokenDeps } from "../auth/tokens.ts";
import type { Joining, OpenInvitation } from "../contract/team.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { hashToken } from "../secrets.ts";

/** What the holder of a link is shown. @throws DomainError `invitation_invalid` */
export async function readInvitation(
  deps: Pick<Deps, "db" | "now">,
  token: string,
): Promise<OpenInvitation> {
  const { cafeName, email, hasAccount } = await find(deps, await hashToken(token));
  return { cafeName, email, hasAccount: hasAccount === 1 };
}

/**
 * Makes an account with this password and a membership, and returns the token of a login on `device`.
 * @throws DomainError `invitation_invalid` if the link is unknown, used, replaced or expired; `account_exists`, because a
 *   link sets no password of an account that there is; `password_too_common`, and then the link still works
 */
export async function join(
  deps: TokenDeps & Pick<Deps, "hub" | "passwords">,
  token: string,
  { password }: Joining,
  device?: string,
): Promise<string> {
  const hash = await hashToken(token);
  // Checked first, so that invalid links cost no hashing. The write below checks again and decides.
  const { id, email, cafeName, hasAccount } = await find(deps, hash);
  if (hasAccount) throw new DomainError("account_exists");
  if (await isCommonPassword(password, [email, cafeName])) {
    throw new DomainError("password_too_common");
  }
  const passwordHash = await deps.passwords.hash(password);
  const made = await joinByLink(deps.db, { id, email, hash, passwordHash }, deps.now());
  if (!made) throw new DomainError("invitation_invalid");
  announce(deps.hub, made.joined);
  logSecurityEvent("login", made.account.id, { by: "invitation" });
  return await issueToken(deps, made.account, device);
}

/** Joins the teams to which the address of this person was invited. They have just logged in, or verified the address. */
export async function joinByLogin(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  accountId: string,
): Promise<void> {
  announce(hub, await acceptInvitations(db, accountId, now()));
}

function announce(hub: Deps["hub"], joined: Joined[]): void {
  for (const { ownerId, revision } of joined) hub.announce(ownerId, revision);
}

async function find(
  { db, now }: Pick<Deps, "db" | "now">,
  hash: string,
): Promise<FoundInvitation> {
  const invitation = await findInvitation(db, hash, now());
  if (!invitation) throw new DomainError("invitation_invalid");
  return invitation;
}
