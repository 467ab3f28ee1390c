// The requests that wait for the owner's decision, oldest first.
import type { SongRequest } from "../../../server/contract/requests.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { GlidingList } from "../../components/GlidingList.tsx";
import { Icon } from "../../components/Icon.tsx";
import { RequestRow } from "../../components/RequestRow.tsx";
import { formatTime } from "../../lib/format.ts";
import { useDecision } from "./use_decision.ts";
import { useKeptFocus } from "./use_kept_focus.ts";

export function PendingList({ requests }: { requests: SongRequest[] }) {
  const { deciding, decide } = useDecision();
  const list = useKeptFocus(requests);
  return (
    <section className="card" aria-labelledby="pending-heading" ref={list}>
      <h2 id="pending-heading" tabIndex={-1}>Onay bekleyenler</h2>
      <GlidingList
        aria-labelledby="pending-heading"
        empty={<EmptyState text="Onay bekleyen yeni istek yok." />}
      >
        {requests.map((request) => (
          <RequestRow
            key={request._id}
            song={request}
            state={formatTime(request.createdAt)}
          >
            <button
              type="button"
              className="icon-button decide-no"
              aria-label={`Reddet: ${request.songTitle}`}
              title="Reddet"
              aria-disabled={deciding.has(request._id) || undefined}
              onClick={() => decide(request._id, "rejected")}
            >
              <Icon name="close" />
            </button>
            <button
              type="button"
              className="icon-button decide-yes"
              aria-label={`Onayla: ${request.songTitle}`}
              title="Onayla"
              aria-disabled={deciding.has(request._id) || undefined}
              onClick={() => decide(request._id, "approved")}
            >
              <Icon name="check" />
            </button>
          </RequestRow>
        ))}
      </GlidingList>
    </section>
  );
}
