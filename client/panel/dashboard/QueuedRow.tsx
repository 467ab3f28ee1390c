// A song of the queue as the owner sees it. The first one is the next.
import type { ReactNode } from "react";
import { Cover } from "../../components/Cover.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Tip } from "../../components/Tip.tsx";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { OUT_OF_TURN } from "../../lib/out_of_turn.ts";
import { DecidedBy } from "./DecidedBy.tsx";
import { TableName } from "./TableName.tsx";

export interface QueuedRowProps {
  song: OpenRequest;
  /** The place in the queue, from 1; none for a song that waits for its source. */
  place: number | undefined;
  /** The song is being taken out. */
  leaving: boolean;
  remove: () => void;
  /** Ticks the tip, at a cafe whose guests pay at the till. */
  tick?: ReactNode;
}

export function QueuedRow({ song, place, leaving, remove, tick }: QueuedRowProps) {
  const first = place === 1;
  return (
    <li
      className={`queued-row${first ? " queued-row-first" : ""}${tick ? " queued-row-till" : ""}`}
      data-glide={song._id}
    >
      <span className="queue-place">
        {place !== undefined && (
          <>
            <span className="visually-hidden">Sıra</span> {place}
          </>
        )}
      </span>
      <Cover src={song.albumArt} />
      <div className="song">
        {first && <p className="queue-next">Sıradaki</p>}
        <p className="song-title">{song.songTitle}</p>
        <p className="song-artist">{song.artist}</p>
        {song.outOfTurn && <p className="queue-why">{OUT_OF_TURN}</p>}
        <DecidedBy name={song.decidedBy} />
      </div>
      <div className="queued-facts">
        <Tip tl={song.tipAmount} />
        <TableName label={song.table} />
      </div>
      {tick}
      <div className="row-actions">
        <button
          type="button"
          className="icon-button"
          aria-label={`Sıradan çıkar: ${song.songTitle}`}
          title="Sıradan çıkar"
          aria-disabled={leaving || undefined}
          onClick={() => leaving || remove()}
        >
          <Icon name="close" />
        </button>
      </div>
    </li>
  );
}
