// A source as a card that is one radio button: its name, what it is for, and whether it is ready or what is missing.
import { useId } from "react";
import { Icon } from "../../components/Icon.tsx";
import type { Connection } from "../live/read_connection.ts";
import { needsAccount } from "../source_traits.ts";
import { ConnectionActions } from "./ConnectionActions.tsx";
import { PURPOSES } from "./source_texts.ts";
import type { Source } from "./use_choose_source.ts";

export interface SourceCardProps {
  source: Source;
  connection: Connection;
  /** The radio group. */
  name: string;
  chosen: boolean;
  inUse: boolean;
  /** Its choice is under way. */
  busy: boolean;
  choose: () => void;
}

export function SourceCard(props: SourceCardProps) {
  const { source: { id: sourceId, label, ready, reason }, name, chosen, inUse, busy } = props;
  const id = useId();
  const purpose = PURPOSES[sourceId];
  return (
    <div className="source" data-ready={ready || inUse || undefined}>
      <input
        type="radio"
        id={id}
        name={name}
        checked={chosen}
        disabled={!ready && !inUse}
        aria-describedby={`${id}-purpose ${id}-state`}
        onChange={props.choose}
      />
      <label htmlFor={id} className="source-name">{label}</label>
      {purpose && <p id={`${id}-purpose`} className="source-purpose">{purpose}</p>}
      <p id={`${id}-state`} className={ready ? "source-state" : "source-state source-missing"}>
        <Icon name={ready ? "check" : "warning"} />
        {reason ?? stateOf(busy, inUse)}
      </p>
      {!ready && <MissingStep {...props} />}
    </div>
  );
}

/**
 * What the owner can do here about a source that is not ready; of any other its reason says what to do. An account in use is
 * connected in its own section.
 */
function MissingStep({ source: { id }, connection, inUse }: SourceCardProps) {
  return needsAccount(id) && !inUse
    ? <ConnectionActions connection={connection} look="plain" />
    : null;
}

function stateOf(busy: boolean, inUse: boolean): string {
  if (busy) return "Seçiliyor…";
  return inUse ? "Kullanılıyor" : "Hazır";
}
