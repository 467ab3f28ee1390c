// 'İsteklerim': the requests that this guest has sent or supports this evening, and the state of each.
import type { OwnRequest } from "../../server/contract/own_requests.ts";
import { GlidingList } from "../components/GlidingList.tsx";
import { formatMoney } from "../lib/format.ts";
import { LazyCover } from "./LazyCover.tsx";
import { stateOf } from "./request_state.ts";
import { TakeBack } from "./TakeBack.tsx";
import { TipAmount } from "./TipAmount.tsx";
import { waitLabel } from "./wait_label.ts";

/** The id of the heading that takes the focus after a request was sent. */
export const OWN_HEADING_ID = "own-heading";

export interface OwnRequestsProps {
  requests: OwnRequest[];
  /** Without music nothing plays, so no wait can be told. */
  musicConnected: boolean;
  /** Shows that the request of this song was taken back. */
  taken: (title: string) => Promise<void>;
}

export function OwnRequests({ requests, musicConnected, taken }: OwnRequestsProps) {
  if (requests.length === 0) return null;
  const rowOf = (request: OwnRequest) => (
    <OwnRow
      key={request._id}
      request={request}
      waitMinutes={musicConnected ? request.waitMinutes : null}
      taken={taken}
    />
  );
  const over = requests.filter(isOver);
  const folded = over.length > 1 ? over : [];
  return (
    <section className="own" aria-labelledby={OWN_HEADING_ID}>
      <h2 id={OWN_HEADING_ID} tabIndex={-1}>İsteklerim</h2>
      <GlidingList aria-labelledby={OWN_HEADING_ID}>
        {requests.filter((request) => !folded.includes(request)).map(rowOf)}
      </GlidingList>
      {folded.length > 0 && (
        <details>
          <summary>{countsOf(folded)}</summary>
          <ol>{folded.map(rowOf)}</ol>
        </details>
      )}
    </section>
  );
}

/** Whether nothing more happens with it, and there is nothing more to read than its state. */
function isOver(request: OwnRequest): boolean {
  const { kind, sentence } = stateOf(request);
  return (kind === "played" || kind === "refused") && !sentence && !request.payAtTill &&
    !request.refundAtTill;
}

/** '3 çalındı, 1 kabul edilmedi' */
function countsOf(requests: OwnRequest[]): string {
  const counts = new Map<string, number>();
  for (const { text } of requests.map(stateOf)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} ${text}`).join(", ");
}

interface OwnRowProps extends Pick<OwnRequestsProps, "taken"> {
  request: OwnRequest;
  waitMinutes: number | null;
}

function OwnRow({ request, waitMinutes, taken }: OwnRowProps) {
  const { kind, text, sentence } = stateOf(request);
  const { ownTip, tipAmount } = request;
  // What is over without having played owes no tip.
  const isTipDue = kind !== "refused" && kind !== "failed";
  return (
    <li className={`own-row own-row-${kind}`} data-glide={request._id}>
      <LazyCover src={request.albumArt} />
      <div className="song">
        <p className="song-title">{request.songTitle}</p>
        <p className="song-artist">{request.artist}</p>
      </div>
      <div className="own-facts">
        <p className={`state state-${kind}`}>{text}</p>
        {waitMinutes !== null && <p className="own-wait">{waitLabel(waitMinutes)}</p>}
        {isTipDue && ownTip === tipAmount && <TipAmount tl={tipAmount} />}
      </div>
      {isTipDue && ownTip !== tipAmount && (
        <p className="own-sentence">
          {ownTip > 0 ? `Sizin bahşişiniz ${formatMoney(ownTip)}` : "İsteğiniz bahşişsiz"}, toplam
          {" "}
          {formatMoney(tipAmount)}
        </p>
      )}
      {sentence && <p className="own-sentence">{sentence}</p>}
      {request.payAtTill && (
        <p className="own-sentence">
          {request.payAmount < ownTip
            ? `Bahşişinizin kalanını (${formatMoney(request.payAmount)}) kasada ödeyin.`
            : "Bahşişinizi kasada ödeyin."}
        </p>
      )}
      {request.refundAtTill && (
        <p className="own-sentence">Ödediyseniz bahşişinizi kasadan geri alın.</p>
      )}
      <TakeBack request={request} taken={taken} />
    </li>
  );
}
