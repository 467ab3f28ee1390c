// What is kept about a person's teams (docs/accounts.md#export).
import type { Database } from "../../db/client.ts";
import { readTeamsOf } from "../../db/team_export.ts";
import type { AccountExport } from "../contract/account.ts";
import { wireStatus } from "../requests/song_request.ts";
import { iso, isoOrNull } from "./iso.ts";

/** The owner's team, and the person's memberships and decisions at cafes of others. */
export async function exportTeams(
  db: Database,
  accountId: string,
): Promise<Pick<AccountExport, "team" | "memberships" | "decisions">> {
  const { team, memberships, decisions } = await readTeamsOf(db, accountId);
  return {
    team: team.map(({ name, email, ...times }) => ({
      name,
      email,
      invitedAt: iso(times.invitedAt),
      joinedAt: isoOrNull(times.joinedAt),
      endedAt: isoOrNull(times.endedAt),
    })),
    memberships: memberships.map(({ ownerId, cafeName, name, ...times }) => ({
      ownerId,
      cafeName,
      name,
      invitedAt: iso(times.invitedAt),
      joinedAt: iso(times.joinedAt),
      endedAt: isoOrNull(times.endedAt),
    })),
    decisions: decisions.map(({ ownerId, songTitle, status, decidedAt }) => ({
      ownerId,
      songTitle,
      status: wireStatus(status),
      decidedAt: isoOrNull(decidedAt),
    })),
  };
}
