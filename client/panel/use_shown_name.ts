// Which names of the team are worth showing to the person who is logged in (docs/team.md#who-decided).
import { OWNER_NAME } from "../../server/contract/team_words.ts";
import { useMayOpen } from "./use_may_open.ts";

/** Returns a function that gives the name back, or null to owners for their own. */
export function useShownName(): (name: string) => string | null {
  const isOwner = useMayOpen()("/panel/team");
  return (name) => isOwner && name === OWNER_NAME ? null : name;
}
