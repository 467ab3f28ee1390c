// 'İsteklerim': the requests that this guest has sent or supports this evening, and the state of each.
import { type KeyboardEvent, useEffect, useState } from "react";
import type { OwnRequest } from "../../server/contract/requests.ts";
import { GlidingList } from "../components/GlidingList.tsx";
import { ApiError, call } from "../lib/http.ts";
import { LazyCover } from "./LazyCover.tsx";
import { fill, fillCount, formatMoney, refusalText, texts } from "./language.ts";

interface RequestState {
  kind: "waiting" | "queued" | "playing" | "played" | "refused" | "failed";
  text: string;
  /** What there is to say besides. */
  sentence?: string;
}

export function stateOf(request: OwnRequest): RequestState {
  const { status, place, playedAt, playing, reversed, ownTip, unplayable } = request;
  if (reversed) {
    // Tips at the till are not written anywhere.
    const hadTip = ownTip > 0 && !request.refundAtTill;
    const sentence = hadTip ? texts.cutShortTipSentence : texts.cutShortSentence;
    return { kind: "failed", text: texts.cutShort, sentence };
  }
  if (unplayable) {
    return { kind: "failed", text: texts.notPlayed, sentence: texts.notPlayedSentence };
  }
  if (playing) return { kind: "playing", text: texts.playsNow };
  if (playedAt !== null) return { kind: "played", text: texts.played };
  if (status === "pending") return { kind: "waiting", text: texts.waitsForApproval };
  if (status === "expired") {
    return { kind: "refused", text: texts.expired, sentence: texts.expiredSentence };
  }
  if (status === "rejected") return { kind: "refused", text: texts.notAccepted };
  return { kind: "queued", text: fill(texts.inPlace, place!) };
}

interface TakeBackQuestionProps {
  busy: boolean;
  keep: () => void;
  takeBack: () => void;
}

/** Takes the focus. Escape keeps the request. */
function TakeBackQuestion({ busy, keep, takeBack }: TakeBackQuestionProps) {
  const close = ({ key }: KeyboardEvent) => key === "Escape" && keep();
  return (
    <div className="own-question" onKeyDown={close}>
      <p ref={focus} tabIndex={-1}>{texts.takeBackQuestion}</p>
      <button type="button" className="button" onClick={keep}>{texts.keep}</button>
      <button type="button" className="button" data-busy={busy || undefined} onClick={takeBack}>
        {texts.takeBack}
      </button>
    </div>
  );
}

/** For `ref`: the element takes the focus as soon as it is there. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

interface TakeBackProps {
  request: OwnRequest;
  /** Shows that the request of this song was taken back. */
  taken: (title: string) => Promise<void>;
}

/** Whatever takes the place of what had the focus takes the focus. At first nothing does. */
function TakeBack({ request: { _id, songTitle, canTakeBack }, taken }: TakeBackProps) {
  const [step, setStep] = useState<"offer" | "question" | "busy" | "kept">("offer");
  const [fault, setFault] = useState("");
  const ask = () => {
    setFault("");
    setStep("question");
  };
  const keep = () => step !== "busy" && setStep("kept");
  const takeBack = async () => {
    if (step === "busy") return;
    setStep("busy");
    try {
      await call("DELETE /api/requests/:id", { params: { id: _id } });
    } catch (error) {
      setFault(error instanceof ApiError && refusalText(error) || texts.tryOnceConnected);
      return setStep("offer");
    }
    await taken(songTitle);
  };
  if (step === "question" || step === "busy") {
    return <TakeBackQuestion busy={step === "busy"} keep={keep} takeBack={takeBack} />;
  }
  return (
    <>
      {fault && <p ref={focus} className="own-sentence own-fault" tabIndex={-1}>{fault}</p>}
      {canTakeBack && (
        <button
          ref={step === "kept" ? focus : null}
          type="button"
          className="button row-action"
          aria-label={fill(texts.takeBackSong, songTitle)}
          onClick={ask}
        >
          {texts.takeBack}
        </button>
      )}
    </>
  );
}

export function TipAmount({ tl }: { tl: number }) {
  return tl === 0
    ? <span className="no-tip">{texts.noTip}</span>
    : <data className="money" value={tl}>{formatMoney(tl)}</data>;
}

/** 'yaklaşık 9 dk', or from an hour on in half hours: 'yaklaşık 1,5 saat'. */
export function waitLabel(minutes: number): string {
  return minutes < 60
    ? fillCount(texts.aboutMinutes, minutes)
    : fillCount(texts.aboutHours, Math.round(minutes / 30) / 2);
}

/** The id of the heading that takes the focus after a request was sent. */
export const OWN_HEADING_ID = "own-heading";

interface OwnRequestsProps {
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
      <h2 id={OWN_HEADING_ID} tabIndex={-1}>{texts.ownRequests}</h2>
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

/** What became of the guest's requests in all: '3 çalındı, 1 kabul edilmedi'. */
function countsOf(requests: OwnRequest[]): string {
  const counts = new Map<string, number>();
  for (const { text } of requests.map(stateOf)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} ${text}`).join(", ");
}

interface OwnRowProps extends Pick<OwnRequestsProps, "taken"> {
  request: OwnRequest;
  waitMinutes: number | null;
}

/** Without it, the till remains. */
function Payment({ link }: { link: string }) {
  const [part, setPart] = useState<Pick<typeof import("./TillLink.tsx"), "TillLink">>();
  useEffect(() => {
    import("./TillLink.tsx").then(({ TillLink }) => setPart({ TillLink }), () => {});
  }, []);
  return part && <part.TillLink link={link} byPhone={texts.payByPhone} code={texts.payCode} />;
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
          {ownTip > 0
            ? fill(texts.ownTipOfTotal, formatMoney(ownTip), formatMoney(tipAmount))
            : fill(texts.noTipOfTotal, formatMoney(tipAmount))}
        </p>
      )}
      {sentence && <p className="own-sentence">{sentence}</p>}
      {request.first && <p className="own-sentence">{texts.putFirst}</p>}
      {request.payAtTill && (
        <p className="own-sentence">
          {request.payAmount < ownTip
            ? fill(texts.payRestAtTill, formatMoney(request.payAmount))
            : texts.payAtTill}
        </p>
      )}
      {request.tillLink && <Payment link={request.tillLink} />}
      {request.refundAtTill && <p className="own-sentence">{texts.refundAtTill}</p>}
      <TakeBack request={request} taken={taken} />
    </li>
  );
}
