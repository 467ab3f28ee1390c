// One opening of the sheet: the song, the choice of a tip, what the tip does, and the button that sends it.
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { CafeHouse } from "../../../server/contract/house.ts";
import { LARGE_TIP_TL } from "../../../server/contract/limits.ts";
import { leftMs, waitMinutes } from "../../../server/contract/waiting.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { pressOnce } from "../../lib/press_once.ts";
import { useStore } from "../../lib/store.ts";
import { waitLabel } from "../OwnRequests.tsx";
import type { CafeStore } from "../cafe_store.ts";
import { fill, formatMoney, texts, tipLabel } from "../language.ts";
import { positionOf } from "../room.ts";
import { useReconnection } from "../use_reconnection.ts";
import { chosenTip, effectOfTip, FIRST_CHOICE, SheetSong, TipFieldset } from "./TipFieldset.tsx";
import { type Supportable, supportedNow, type TippedSong } from "./tipped_song.ts";
import type { Send, SendFailure } from "./use_send.ts";

interface ConfirmTipProps {
  tip: number;
  busy: boolean;
  back: () => void;
}

/** Part of the sheet's form: its main button submits. */
function ConfirmTip({ tip, busy, back }: ConfirmTipProps) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current!.focus(), []);
  return (
    <>
      <p ref={question} className="sheet-question" tabIndex={-1}>
        {fill(texts.largeTip, formatMoney(tip))}
      </p>
      <div className="sheet-foot">
        <Button onClick={back}>{texts.cancel}</Button>
        <Button type="submit" look="primary" busy={busy}>{texts.send}</Button>
      </div>
    </>
  );
}

interface SheetClosedProps {
  /** Why no requests are accepted, and until when. */
  sentence: string;
  close: () => void;
}

/** Takes the focus, which was on what it replaces, so that a screen reader reads it. */
function SheetClosed({ sentence, close }: SheetClosedProps) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current!.focus(), []);
  return (
    <>
      <p ref={said} className="sheet-question" tabIndex={-1}>{sentence}</p>
      <div className="sheet-foot">
        <Button onClick={close}>{texts.close}</Button>
      </div>
    </>
  );
}

/** Without it, a song is asked for without a dedication. */
function Dedication(props: Parameters<typeof import("./Dedicate.tsx").Dedicate>[0]) {
  const [part, setPart] = useState<Pick<typeof import("./Dedicate.tsx"), "Dedicate">>();
  useEffect(() => {
    import("./Dedicate.tsx").then(({ Dedicate }) => setPart({ Dedicate }), () => {});
  }, []);
  return part && <part.Dedicate {...props} />;
}

interface SheetFormProps {
  song: TippedSong;
  cafe: CafeStore;
  send: Send;
  /** Opens the sheet of another song in place of this one. */
  open: (song: TippedSong) => void;
  close: () => void;
}

export function SheetForm({ song, cafe, send, open, close }: SheetFormProps) {
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const [submitted, setSubmitted] = useState(false);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SendFailure>();
  const form = useRef<HTMLFormElement>(null);
  const [dedication, dedicate] = useState({ to: "", wish: 1 });
  const state = useStore(cafe);
  const { wishes } = state.house;
  const supports = Boolean(song.supports);
  /** Why nothing can be sent. Support does not depend on the rules of the house. */
  const ended = supports
    ? !song.unseen && !supportedNow(song, state) &&
      texts.waitsNoLonger
    : !state.house.open && (state.house.lines[0] ?? "");
  const chosen = chosenTip(choice, supports);
  // Nothing is wrong with a field that the guest has not filled in yet.
  const fault = "fault" in chosen && (choice.typed !== "" || submitted) ? chosen.fault : undefined;
  useReconnection(cafe, () => setFailure((failure) => failure?.offline ? undefined : failure));
  useEffect(() => {
    if (!failure?.endsInS) return;
    const timer = setTimeout(setFailure, failure.endsInS * 1000, undefined);
    return () => clearTimeout(timer);
  }, [failure]);

  const wasAsking = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone with the question.
    if (wasAsking.current && !asking) {
      form.current!.querySelector<HTMLElement>("[type=submit]")?.focus();
    }
    wasAsking.current = asking;
  }, [asking]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (ended !== false) return;
    setSubmitted(true);
    if ("fault" in chosen) return form.current!.querySelector<HTMLElement>("#tip-amount")!.focus();
    if (chosen.tip >= LARGE_TIP_TL && !asking) return setAsking(true);
    setBusy(true);
    setFailure(undefined);
    setFailure(await send(song, chosen.tip, wishes && dedication));
    setBusy(false);
  };
  return (
    <form
      ref={form}
      className="sheet-form"
      noValidate
      onSubmit={submit}
      onKeyDown={pressOnce}
    >
      <SheetSong {...{ song, cafe, open, close }} waiting={failure?.waitingId} />
      {failure && ended === false && (
        <Notice kind="error" text={failure.text} detail={failure.detail} />
      )}
      {ended !== false
        ? <SheetClosed sentence={ended} close={close} />
        : asking && "tip" in chosen
        ? <ConfirmTip tip={chosen.tip} busy={busy} back={() => setAsking(false)} />
        : (
          <>
            <TipFieldset {...{ choice, fault, supports }} choose={setChoice} />
            {wishes && !supports && <Dedication {...{ wishes, dedication }} change={dedicate} />}
            <div className="sheet-foot">
              <TipEffect cafe={cafe} song={song} tip={"tip" in chosen ? chosen.tip : undefined} />
              <Button type="submit" look="primary" busy={busy}>
                {supports ? texts.giveSupport : texts.sendRequest}
              </Button>
            </div>
          </>
        )}
    </form>
  );
}

// What the chosen tip does, live from the queue: '25 TL → 3. sıra, yaklaşık 9 dk'. With patience more songs may play
// first (docs/house.md#order), so that the place is the earliest one.

interface TipEffectProps {
  cafe: CafeStore;
  song: TippedSong;
  /** In TL; undefined while what was typed is no tip. */
  tip: number | undefined;
}

function TipEffect({ cafe, song, tip }: TipEffectProps) {
  const state = useStore(cafe);
  const { queue, house } = state;
  const raised = song.supports ? supportedNow(song, state) : undefined;
  // In whole kuruş, because sums of binary fractions are not exact.
  const sum = tip === undefined
    ? undefined
    : Math.round(100 * (tip + (raised?.tipAmount ?? 0))) / 100;
  /** The present sum is not known, so neither is what the tip does. */
  const isUnseen = song.unseen && !raised;
  const isQueued = queue.some(({ _id }) => _id === song.supports);
  return (
    <div className="tip-effect">
      <p role="status">{sum !== undefined && !isUnseen && <Effect {...{ cafe, raised, sum }} />}</p>
      <p className="tip-hint">
        {[
          !isQueued && !isUnseen &&
          (isApproved(house, sum, raised) ? texts.entersNow : texts.entersOnceApproved),
          song.supports && texts.supportIsFinal,
          house.tips === "till" && texts.payAtTill,
        ].filter(Boolean).join(" ")}
      </p>
    </div>
  );
}

/** Whether a rule of the house approves it with this sum (docs/house.md#approval). */
function isApproved(
  { approvesFromTl }: CafeHouse,
  sum: number | undefined,
  raised: Supportable | undefined,
): boolean {
  return approvesFromTl !== undefined && sum !== undefined && sum >= approvesFromTl &&
    (!raised || raised.tipAmount < approvesFromTl);
}

interface EffectProps {
  cafe: CafeStore;
  /** The request that is supported, if one is. */
  raised: Supportable | undefined;
  /** In TL. */
  sum: number;
}

function Effect({ cafe, raised, sum }: EffectProps) {
  const { queue, playing, musicConnected, house } = useStore(cafe);
  const left = leftMs(playing && { ...playing, positionMs: positionOf(playing) });
  const { place, waitMs } = effectOfTip(queue, sum, left, raised);
  // Each changing text has an element of its own, since a browser that translates the page replaces the nodes of texts.
  return (
    <span>
      <span>{raised ? fill(texts.total, tipLabel(sum)) : tipLabel(sum)}</span>{" "}
      <span aria-hidden="true">→</span>{" "}
      <strong>
        {fill(house.order === "patience" ? texts.toPlaceAtBest : texts.toPlace, place)}
      </strong>
      {/* Without music nothing plays, so no time can be told. */}
      {musicConnected && <span>{`, ${waitLabel(waitMinutes(waitMs))}`}</span>}
    </span>
  );
}
