// Accepting an invitation: by its link, or by a person who is logged in (docs/team.md#joining).
import {
  acceptInvitation,
  findInvitation,
  type FoundInvitation,
  joinByLink,
  listInvitationsOf,
} from "../../db/people/team.ts";
import { isCommonPassword } from "../auth/new_password.ts";
import { logSecurityEvent } from "../auth/security_log.ts";
import { issueToken, type TokenDeps } from "../auth/tokens.ts";
import type { Joining, LoginCafe, OpenInvitation, OwnInvitation } from "../contract/team.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { hashToken } from "../secrets.ts";

/** What the holder of a link is shown. @throws DomainError `invitation_invalid` */
export async function readInvitation(
  deps: Pick<Deps, "db" | "now">,
  token: string,
): Promise<OpenInvitation> {
  const { id, cafeName, email, hasAccount } = await find(deps, await hashToken(token));
  return { _id: id, cafeName, email, hasAccount: hasAccount === 1 };
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
  const passwordHash = await deps.passwords.hash(password, { person: id });
  const made = await joinByLink(deps.db, { id, email, hash, passwordHash }, deps.now());
  if (!made) throw new DomainError("invitation_invalid");
  for (const { ownerId, revision } of made.joined) deps.hub.announce(ownerId, revision);
  logSecurityEvent("login", made.account.id, { by: "invitation" });
  return await issueToken(deps, made.account, device);
}

export async function listOwnInvitations(
  { db, now }: Pick<Deps, "db" | "now">,
  accountId: string,
): Promise<OwnInvitation[]> {
  const own = await listInvitationsOf(db, accountId, now());
  return own.map(({ id, cafeName }) => ({ _id: id, cafeName }));
}

/**
 * Joins the team that an invitation to this person's own address is from. A login alone joins none: the cafe would learn of
 * a person who has not agreed to it.
 * @throws DomainError `invitation_invalid` if it is over, was taken back, or is another person's
 */
export async function accept(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  accountId: string,
  invitationId: string,
): Promise<LoginCafe> {
  const joined = await acceptInvitation(db, accountId, invitationId, now());
  if (!joined) throw new DomainError("invitation_invalid");
  const { ownerId, name, revision } = joined;
  logSecurityEvent("membership begun", accountId, { ownerId });
  hub.announce(ownerId, revision);
  return { ownerId, name, role: "staff" };
}

async function find(
  { db, now }: Pick<Deps, "db" | "now">,
  hash: string,
): Promise<FoundInvitation> {
  const invitation = await findInvitation(db, hash, now());
  if (!invitation) throw new DomainError("invitation_invalid");
  return invitation;
}
