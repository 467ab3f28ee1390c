// A request that waits for the owner's decision, or was decided a moment ago.
import type { ReactNode } from "react";
import { Cover } from "../../components/Cover.tsx";
import { Tip } from "../../components/Tip.tsx";
import { formatTime } from "../../lib/format.ts";
import { timeAgo } from "../../lib/time_ago.ts";
import { TableName } from "./TableName.tsx";
import type { HeldRequest } from "./use_held_rows.ts";

export interface PendingRowProps {
  request: HeldRequest;
  marks: string[];
  /** The present time in epoch ms. */
  now: number;
  /** The buttons. */
  children: ReactNode;
  /** Ticks the tip, at a cafe whose guests pay at the till. */
  tick?: ReactNode;
}

const DECIDED = { approved: "Onaylandı", rejected: "Reddedildi" } as const;

export function PendingRow({ request, marks, now, children, tick }: PendingRowProps) {
  const { _id, albumArt, songTitle, artist, table, tipAmount, createdAt, decided } = request;
  return (
    <li
      className={`pending-row${decided ? " pending-row-decided" : ""}${
        tick ? " pending-row-till" : ""
      }`}
      data-glide={_id}
    >
      <Cover src={albumArt} />
      <div className="song">
        <p className="song-title">{songTitle}</p>
        <p className="song-artist">{artist}</p>
        <p className="pending-facts">
          <TableName label={table} />
          {decided
            ? <strong>{DECIDED[decided]}</strong>
            : (
              <time dateTime={createdAt} title={formatTime(createdAt)}>
                {timeAgo(Date.parse(createdAt), now)}
              </time>
            )}
          {marks.map((mark) => <span key={mark} className="mark-label">{mark}</span>)}
        </p>
      </div>
      <Tip tl={tipAmount} />
      {tick}
      <div className="row-actions">{children}</div>
    </li>
  );
}
