// What a component shows to staff and what to the owner (docs/team.md#access).
import { OWNER_NAME, type Screen } from "../../server/contract/access.ts";
import { mayOpen } from "./may_open.ts";
import { usePanel } from "./services.ts";

/** Said to staff about what only the owner can do. */
export const TELL_OWNER = "Kafe sahibine haber verin.";

/** Returns `mayOpen` for the person who is logged in. */
export function useMayOpen(): (screen: Screen) => boolean {
  const { session } = usePanel();
  return (screen) => mayOpen(session, screen);
}

// Which names of the team are worth showing to the person who is logged in (docs/team.md#who-decided).

/** Returns a function that gives the name back, or null to owners for their own. */
export function useShownName(): (name: string) => string | null {
  const isOwner = useMayOpen()("/panel/team");
  return (name) => isOwner && name === OWNER_NAME ? null : name;
}
