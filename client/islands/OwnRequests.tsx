// 'Benim isteklerim': the requests that this guest has sent this evening, and the state of each.
import type { OwnRequest } from "../../server/contract/requests.ts";
import { GlidingList } from "../components/GlidingList.tsx";
import { RequestRow } from "../components/RequestRow.tsx";
import { stateOf } from "./request_state.ts";

/** The id of the heading that takes the focus after a request was sent. */
export const OWN_HEADING_ID = "own-heading";

export function OwnRequests({ requests }: { requests: OwnRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <section className="own" aria-labelledby={OWN_HEADING_ID}>
      <h2 id={OWN_HEADING_ID} tabIndex={-1}>Benim isteklerim</h2>
      <GlidingList aria-labelledby={OWN_HEADING_ID}>
        {requests.map((request) => {
          const { kind, text } = stateOf(request);
          return (
            <RequestRow
              key={request._id}
              song={request}
              state={<span className={`state state-${kind}`}>{text}</span>}
            />
          );
        })}
      </GlidingList>
    </section>
  );
}
