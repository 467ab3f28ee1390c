// Lists the people of a cafe, and the cafes of a person (docs/team.md).
import { listCafesOf } from "../../db/login_cafes.ts";
import { listTeam as listInDatabase } from "../../db/memberships.ts";
import type { LoginCafe, TeamMember } from "../contract/team.ts";
import type { Deps } from "../deps.ts";

/** Who works for the cafe, by the time of joining, and then who is invited. */
export async function listTeam(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<TeamMember[]> {
  return await listInDatabase(db, ownerId, now());
}

/** The cafes that a login may speak for. */
export async function listLoginCafes(
  { db }: Pick<Deps, "db">,
  accountId: string,
): Promise<LoginCafe[]> {
  return await listCafesOf(db, accountId);
}
