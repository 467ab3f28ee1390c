// Invites a person to a cafe's team by e-mail (docs/team.md#invitations).
import { insertInvitation } from "../../db/invitations.ts";
import { type Invitation, MAX_TEAM } from "../contract/team.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { LimitRule } from "../http/limits.ts";
import { newId } from "../ids.ts";
import { randomLinkToken } from "../mail/link_token.ts";
import { newLetter } from "../mail/new_letter.ts";
import { hashToken } from "../secrets.ts";

const LINK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
/** For each cafe, to all addresses together: letters to strangers must not be cheap. */
const BY_OWNER: LimitRule = {
  name: "invitations",
  max: 20,
  windowMs: 60 * 60 * 1000,
  sentence: "Çok fazla davet gönderdiniz.",
};

/**
 * Does the same work for every address, so that neither the answer nor its time tells whether it has an account. The link
 * leads to `origin`.
 * @throws DomainError `team_full`, `rate_limited`
 */
export async function invite(
  deps: Pick<Deps, "cipher" | "config" | "db" | "limits" | "now" | "outbox">,
  ownerId: string,
  { email, name }: Invitation,
  origin: string,
): Promise<void> {
  deps.limits.take(BY_OWNER, ownerId);
  const token = randomLinkToken();
  const createdAt = deps.now();
  const hasRoom = await insertInvitation(deps.db, {
    id: newId(createdAt),
    ownerId,
    email,
    name,
    hash: await hashToken(token),
    createdAt,
    expiresAt: createdAt + LINK_LIFETIME_MS,
    letter: await newLetter(deps, "invitation", email, {
      secret: token,
      origin,
      asker: ownerId,
    }),
  }, MAX_TEAM);
  if (!hasRoom) throw new DomainError("team_full");
  deps.outbox.nudge();
}
