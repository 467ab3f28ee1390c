// A search result: the song, its tip, and the button that sends the request.
import { type FormEvent, useId, useRef, useState } from "react";
import type { SearchResult } from "../../server/contract/music.ts";
import { Button } from "../components/Button.tsx";
import { Cover } from "../components/Cover.tsx";
import { Money } from "../components/Money.tsx";
import { sentenceOf } from "../lib/http.ts";
import type { Notices } from "../lib/notices.ts";
import { useStore } from "../lib/store.ts";
import type { CafeStore } from "./cafe_store.ts";
import { type Attempt, sendRequest } from "./send_request.ts";

/** In TL. */
const DEFAULT_TIP = "10";
const QUICK_TIPS = ["0", "10", "25", "50", "100"];

export interface ResultRowProps {
  song: SearchResult;
  cafe: CafeStore;
  notices: Notices;
  /** Called when the server has accepted the request. */
  onSent: () => void;
}

export function ResultRow({ song, cafe, notices, onSent }: ResultRowProps) {
  const { ownerId, queue } = useStore(cafe);
  const [tip, setTip] = useState(DEFAULT_TIP);
  const [sending, setSending] = useState(false);
  const attempt = useRef<Attempt>({});
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const place = queue.findIndex((request) => request.uri === song.uri) + 1;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ownerId) {
      return notices.show("error", "Kafe bilgileri yüklenemedi, istek gönderilemiyor.");
    }
    setSending(true);
    try {
      // An empty field means no tip. Text that is not a number reads as empty too: NaN is sent as null, and the server
      // answers with a sentence that says what a tip looks like.
      const tipAmount = field.current?.validity.badInput ? NaN : Number(tip);
      await sendRequest(song, { ownerId, tipAmount }, attempt.current);
      notices.show("success", "Şarkı isteğiniz gönderildi!", "Kafe onaylayınca sıraya girer.");
      onSent();
    } catch (error) {
      notices.show("error", "İstek gönderilirken bir sorun oluştu.", sentenceOf(error));
      setSending(false);
    }
  };

  return (
    <li className="result">
      <form noValidate onSubmit={submit} aria-labelledby={`${id}-title`}>
        <Cover src={song.albumArt} size="large" />
        <div className="song">
          <h3 className="song-title" id={`${id}-title`}>{song.title}</h3>
          <p className="song-artist">{song.artist}</p>
          {place > 0 && <p className="queued">Bu şarkı zaten sırada ({place}. sıra).</p>}
        </div>
        <div className="tips" role="group" aria-label="Hızlı bahşiş">
          {QUICK_TIPS.map((choice) => (
            <button
              key={choice}
              type="button"
              className="tip-choice"
              aria-label={`${choice} TL bahşiş`}
              aria-pressed={tip === choice}
              onClick={() => setTip(choice)}
            >
              {choice}
            </button>
          ))}
        </div>
        <div className="tip-field">
          <label htmlFor={`${id}-tip`}>Bahşiş (TL)</label>
          <input
            ref={field}
            className="input"
            id={`${id}-tip`}
            type="number"
            inputMode="decimal"
            step="any"
            value={tip}
            aria-describedby={`${id}-read`}
            onChange={(event) => setTip(event.currentTarget.value)}
          />
          {/* Browsers read '12,50' and '1.000' differently, so the amount that will be sent is shown. */}
          <span className="tip-read" id={`${id}-read`}>
            {tip !== "" && !QUICK_TIPS.includes(tip) && <Money tl={Number(tip)} />}
          </span>
        </div>
        <Button type="submit" look="primary" busy={sending} aria-label={`İste: ${song.title}`}>
          İste
        </Button>
      </form>
    </li>
  );
}
