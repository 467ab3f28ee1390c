// How a person of the team is called where they decided or played (docs/team.md#who-decided). Pure.
import { OWNER_NAME } from "../contract/access.ts";

/** The membership has been forgotten, or its cafe was deleted. */
const FORMER_MEMBER = "Eski ekip üyesi";

/** The name of the person with this account at a cafe, null for a rule or the conductor. */
export function nameOf(
  accountId: string | null,
  { ownerId, memberName }: { ownerId: string; memberName: string | null },
): string | null {
  if (accountId === null) return null;
  return accountId === ownerId ? OWNER_NAME : memberName || FORMER_MEMBER;
}
