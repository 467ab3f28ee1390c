// The radio group of tips. 'Başka tutar' opens a field for any amount.
import { useEffect, useRef } from "react";
import { isTip, MAX_TIP_TL } from "../../../server/contract/limits.ts";
import { UNKNOWN_DURATION_MS } from "../../../server/contract/waiting.ts";
import { Cover, sizedCover } from "../../components/Cover.tsx";
import { Icon } from "../../components/Icon.tsx";
import { readAmount } from "../../lib/read_amount.ts";
import { useStore } from "../../lib/store.ts";
import { SupportButton } from "../SupportButton.tsx";
import type { CafeState, CafeStore } from "../cafe_store.ts";
import { fill, texts, tipLabel } from "../language.ts";
import { standingOf } from "../search/SearchResults.tsx";
import { supportedNow, supportOf, type TippedSong } from "./tipped_song.ts";

/** In TL. */
const AMOUNTS = [0, 10, 25, 50, 100];
/** For support: a tip of 0 TL would change nothing. */
const SUPPORT_AMOUNTS = AMOUNTS.slice(1);

interface TipChoice {
  /** One of AMOUNTS, or undefined if `typed` counts. */
  amount: number | undefined;
  typed: string;
}

export const FIRST_CHOICE: TipChoice = { amount: 10, typed: "" };

/** The tip in TL, or what is wrong with what was typed. */
type ChosenTip = { tip: number } | { fault: string };

export function chosenTip({ amount, typed }: TipChoice, supports = false): ChosenTip {
  const tip = amount ?? readTyped(typed);
  if (typed.trim() === "" && tip === undefined) {
    return { fault: supports ? texts.writeAmount : texts.writeAmountOrNone };
  }
  if (tip === undefined) return { fault: texts.unreadableAmount };
  if (supports && tip === 0) return { fault: texts.moreThanZero };
  if (isTip(tip)) return { tip };
  return { fault: fill(texts.largestTip, tipLabel(MAX_TIP_TL)) };
}

/**
 * Reads an amount as the language of the page writes it. `readAmount` reads Turkish, so that points and commas change places
 * if the language's own example has a decimal point.
 */
function readTyped(text: string): number | undefined {
  return readAmount(
    texts.amountExample.includes(".")
      ? text.replace(/[.,]/g, (mark) => mark === "." ? "," : ".")
      : text,
  );
}

interface TipFieldsetProps {
  choice: TipChoice;
  choose: (choice: TipChoice) => void;
  /** What is wrong with the amount that was typed. */
  fault: string | undefined;
  /** Whether the tip is added to a request. */
  supports: boolean;
}

export function TipFieldset({ choice, choose, fault, supports }: TipFieldsetProps) {
  const field = useRef<HTMLInputElement>(null);
  const other = choice.amount === undefined;
  /** Arrow keys click too: a guest who moves through the choices with them stays among them. */
  const pressed = useRef(false);
  useEffect(() => {
    if (other && pressed.current) field.current!.focus();
  }, [other]);
  return (
    <fieldset className="tips">
      <legend>{supports ? texts.yourSupport : texts.tip}</legend>
      <div className="tip-choices">
        {(supports ? SUPPORT_AMOUNTS : AMOUNTS).map((amount) => (
          <label key={amount} className="tip-choice">
            <input
              type="radio"
              name="tip"
              checked={choice.amount === amount}
              onChange={() =>
                choose({ ...choice, amount })}
            />
            {tipLabel(amount)}
          </label>
        ))}
        <label className="tip-choice">
          <input
            type="radio"
            name="tip"
            checked={other}
            onChange={() => choose({ ...choice, amount: undefined })}
            onClick={({ detail }) => pressed.current = detail > 0}
          />
          {texts.otherAmount}
        </label>
      </div>
      {other && (
        <div className="field tip-field">
          <label htmlFor="tip-amount">{texts.amountInTl}</label>
          <input
            ref={field}
            id="tip-amount"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            placeholder={texts.amountExample}
            value={choice.typed}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? "tip-fault" : undefined}
            onChange={(event) => choose({ ...choice, typed: event.currentTarget.value })}
          />
          {fault && <p className="field-error" id="tip-fault" role="alert">{fault}</p>}
        </div>
      )}
    </fieldset>
  );
}

// What a tip does: the place of a new request in the queue, and how long it waits there (docs/requests.md#waiting). Pure.

/** A song in the queue. Without `durationMs` its length is unknown. */
export interface QueuedSong {
  tipAmount: number;
  createdAt?: string;
  _id?: string;
  durationMs?: number;
  /** The team put it before all others. */
  first?: boolean;
}

interface TipEffect {
  /** The place in the queue; 1 is the next song. */
  place: number;
  waitMs: number;
}

/**
 * The effect of `tip` (TL) on `queue`. An equal tip goes behind those that are there. `leftMs` is what is left of the
 * song that plays. `raised` is the song of `queue` whose sum becomes `tip`: it goes in front of equal ones that are newer,
 * and keeps its place if patience has given it a better one (docs/house.md#order).
 */
export function effectOfTip(
  queue: readonly QueuedSong[],
  tip: number,
  leftMs: number,
  raised?: QueuedSong,
): TipEffect {
  const byTip = queue.filter((song) =>
    song !== raised && (song.first || song.tipAmount >= tip) &&
    !(!song.first && raised && song.tipAmount === tip && ageOf(raised) < ageOf(song))
  );
  const present = queue.findIndex((song) => song === raised);
  const ahead = present >= 0 && present < byTip.length ? queue.slice(0, present) : byTip;
  const waitMs = ahead.reduce(
    (sum, { durationMs = UNKNOWN_DURATION_MS }) => sum + durationMs,
    leftMs,
  );
  return { place: ahead.length + 1, waitMs };
}

/** Texts that sort as the requests were made (docs/requests.md#order). */
function ageOf({ createdAt, _id }: QueuedSong): string {
  return `${createdAt} ${_id}`;
}

// The song at the top of the sheet, and the button that closes the sheet.

interface SheetSongProps {
  song: TippedSong;
  /** The request for the song that the server has named in a refusal. */
  waiting: string | undefined;
  cafe: CafeStore;
  /** Opens the sheet in which the song is supported instead. */
  open: (song: TippedSong) => void;
  close: () => void;
}

export function SheetSong({ song, waiting, cafe, open, close }: SheetSongProps) {
  const state = useStore(cafe);
  const standing = song.supports ? undefined : standingOf(song, state.queue, state.mine, waiting);
  const sentence = standing ? standing.sentence : supportStanding(song, state);
  return (
    <div className="sheet-song">
      <Cover src={sizedCover(song.albumArt, 300)} size="large" />
      <div className="song">
        <h2 className="song-title" id="sheet-title">{song.title}</h2>
        <p className="song-artist">{song.artist}</p>
        {sentence && <p className="song-standing">{sentence}</p>}
        {standing && (
          <SupportButton
            title={song.title}
            support={() => open(supportOf(standing.request))}
          />
        )}
      </div>
      <button type="button" className="icon-button" aria-label={texts.closeSheet} onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** The place and the present tip of the request that the guest supports: '3. sırada, bahşişi 25 TL.' */
function supportStanding(song: TippedSong, state: CafeState): string | undefined {
  const request = supportedNow(song, state);
  if (!request) return song.unseen ? texts.waitsSentence : undefined;
  const place = state.queue.findIndex(({ _id }) => _id === request._id) + 1;
  const { tipAmount } = request;
  if (place === 0) {
    return tipAmount > 0 ? fill(texts.waitsWithTip, tipLabel(tipAmount)) : texts.waitsWithoutTip;
  }
  return fill(
    tipAmount > 0 ? texts.standsWithTip : texts.standsWithoutTip,
    place,
    tipLabel(tipAmount),
  );
}
