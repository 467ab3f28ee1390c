// Who of the team approved a song of the queue (docs/team.md#who-decided).
import { OWNER_NAME } from "../../../server/contract/team_words.ts";
import { useMayOpen } from "../use_may_open.ts";

/** Nothing for a rule of the house, nor to owners for what they approved themselves. */
export function DecidedBy({ name }: { name: string | null }) {
  const isOwner = useMayOpen()("/panel/team");
  if (name === null || isOwner && name === OWNER_NAME) return null;
  return <p className="decided-by" title={name}>Onaylayan: {name}</p>;
}
