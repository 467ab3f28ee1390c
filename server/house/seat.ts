// Finds the table of a guest by the code that the guest's page sends (docs/house.md#tables). Pure.
import type { HouseRules } from "../contract/house.ts";

export interface Seat {
  /** The table's label, null if the code is no table's. */
  label: string | null;
  /** Whether a code was sent at all. */
  hasCode: boolean;
}

/** Whether this guest has to scan a table's code before asking. Nothing is said of a guest who is not known. */
export function needsTable(
  { tables }: Pick<HouseRules, "tables">,
  seat: Seat | undefined,
): boolean {
  return tables === "required" && seat !== undefined && seat.label === null;
}
