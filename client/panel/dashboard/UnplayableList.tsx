// Approved requests that the player does not have, with what the owner can do about each (docs/requests.md#unplayable).
import { useLayoutEffect, useRef } from "react";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { Tip } from "../../components/Money.tsx";
import { TableName } from "./TableName.tsx";
import { useDecision, useKeptFocus } from "./use_decision.ts";

/** Nothing without such requests, which are rare. */
export function UnplayableList({ requests }: { requests: OpenRequest[] }) {
  const focused = useRef(false);
  const empty = requests.length === 0;
  // The focus of the last row goes to the queue, since the heading above it has gone too.
  useLayoutEffect(() => {
    if (!empty) return;
    if (focused.current && document.activeElement === document.body) {
      document.getElementById("queue-heading")?.focus({ preventScroll: true });
    }
    focused.current = false;
  }, [empty]);
  return !empty && (
    <div onFocus={() => void (focused.current = true)}>
      <Rows requests={requests} />
    </div>
  );
}

function Rows({ requests }: { requests: OpenRequest[] }) {
  const { deciding, decide } = useDecision();
  const list = useKeptFocus(requests);
  return (
    <section className="card unplayable" aria-labelledby="unplayable-heading" ref={list}>
      <h2 id="unplayable-heading" tabIndex={-1}>Çalınamayanlar</h2>
      <p className="aside">
        Oynatıcı bu şarkıları çalamadı. Sırada değiller, bahşişleri yazılmadı.
      </p>
      <ol aria-labelledby="unplayable-heading">
        {requests.map((request) => (
          <li key={request._id} className="unplayable-row" data-glide={request._id}>
            <Cover src={request.albumArt} />
            <div className="song">
              <p className="song-title">{request.songTitle}</p>
              <p className="song-artist">{request.artist}</p>
              <p className="pending-facts">
                <TableName label={request.table} />
                <span className="mark-label">çalınamadı</span>
                <Tip tl={request.tipAmount} />
              </p>
            </div>
            <div className="row-actions">
              <Button
                aria-label={`Sıraya geri koy: ${request.songTitle}`}
                resting={deciding.has(request._id)}
                onClick={() =>
                  decide(request, "approved")}
              >
                Sıraya geri koy
              </Button>
              <Button
                look="quiet"
                aria-label={`Sil: ${request.songTitle}`}
                resting={deciding.has(request._id)}
                onClick={() =>
                  decide(request, "rejected")}
              >
                Sil
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
