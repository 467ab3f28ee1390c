// One request that waits: its song, where it is from, and the buttons that decide on it. It can be swiped.
import type { MouseEvent, ReactNode } from "react";
import type { Decision, OpenRequest } from "../../../server/contract/requests.ts";
import { Cover } from "../../components/Cover.tsx";
import { Icon, type IconName } from "../../components/Icon.tsx";
import { Tip } from "../../components/Money.tsx";
import { dedicationLine, formatTime, timeAgo } from "../../lib/format.ts";
import { TableName } from "./TableName.tsx";
import { useSwipe } from "./use_hands.ts";

/** A decided row stays for a moment, so that the others keep their places. */
export type HeldRequest = OpenRequest & { decided?: Decision["status"] };

interface PendingRowProps {
  request: HeldRequest;
  /** Whether it stands below the line of its guest. */
  inGroup: boolean;
  /** By a swipe. */
  decide: (status: Decision["status"]) => void;
  marks: string[];
  /** The present time in epoch ms. */
  now: number;
  children: ReactNode;
  /** Ticks the tip, at a cafe whose guests pay at the till. */
  tick?: ReactNode;
}

const DECIDED = { approved: "Onaylandı", rejected: "Reddedildi" } as const;

export function PendingRow(props: PendingRowProps) {
  const { request, inGroup, decide, marks, now, children, tick } = props;
  const { _id, albumArt, songTitle, artist, table, tipAmount, createdAt, decided } = request;
  const swipe = useSwipe((status) => decided || decide(status));
  const classes = [
    "pending-row",
    decided && "pending-row-decided",
    tick && "pending-row-till",
    inGroup && "pending-row-grouped",
  ];
  return (
    <li className={classes.filter(Boolean).join(" ")} data-glide={_id} {...swipe}>
      <Cover src={albumArt} />
      <div className="song">
        <p className="song-title">{songTitle}</p>
        <p className="song-artist">{artist}</p>
        {request.dedication && (
          <p className="pending-dedication">{dedicationLine(request.dedication)}</p>
        )}
        <p className="pending-facts">
          {!inGroup && <TableName label={table} />}
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

interface DecisionButtonProps {
  className: string;
  icon: IconName;
  label: string;
  song: string;
  resting: boolean;
  onClick: (event: MouseEvent) => void;
}

export function DecisionButton(
  { className, icon, label, song, resting, onClick }: DecisionButtonProps,
) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={`${label}: ${song}`}
      title={label}
      aria-disabled={resting || undefined}
      onClick={(event) => resting || onClick(event)}
    >
      <Icon name={icon} />
    </button>
  );
}
