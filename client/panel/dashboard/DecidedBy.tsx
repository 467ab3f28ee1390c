// Who of the team approved a song of the queue (docs/team.md#who-decided).
import { useShownName } from "../use_shown_name.ts";

/** Nothing for a rule of the house, nor to owners for what they approved themselves. */
export function DecidedBy({ name }: { name: string | null }) {
  const shownName = useShownName();
  const shown = name && shownName(name);
  return shown && <p className="decided-by" title={shown}>Onaylayan: {shown}</p>;
}
