// What the owner calls the people who decided and played (docs/team.md#who-decided).

/**
 * An SQL expression beside a request or a play: the name of the member whose account its column holds. Null for the owner,
 * and for a member who has been forgotten.
 */
export function memberWho(column: "decided_by" | "sent_by"): string {
  const table = column === "decided_by" ? "song_requests" : "plays";
  return `(select name from memberships
    where account_id = ${table}.${column} and memberships.owner_id = ${table}.owner_id)`;
}
