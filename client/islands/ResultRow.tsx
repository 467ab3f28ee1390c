// One found song: how much tip goes with it, and the button that asks for it.
import { type FormEvent, useId, useRef, useState } from "react";
import type { SearchResult } from "../../server/contract/playback.ts";
import { Button } from "../components/Button.tsx";
import { Cover } from "../components/Cover.tsx";
import { Money } from "../components/Money.tsx";
import { notify } from "../lib/notices.ts";
import { sentenceOf } from "../lib/http.ts";
import type { Room } from "./room.ts";
import { sendRequest } from "./send_request.ts";
import { useRoom } from "./use_room.ts";

/** spec 9: in TL. */
const DEFAULT_TIP = "10";
const QUICK_TIPS = ["0", "10", "25", "50", "100"];

export interface ResultRowProps {
  song: SearchResult;
  room: Room;
  /** The request has arrived. */
  sent: () => void;
}

export function ResultRow({ song, room, sent }: ResultRowProps) {
  const { ownerId, queue } = useRoom(room);
  const [tip, setTip] = useState(DEFAULT_TIP);
  const [sending, setSending] = useState(false);
  const attempt = useRef<Parameters<typeof sendRequest>[2]>({});
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const place = queue.findIndex((request) => request.uri === song.uri) + 1;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ownerId) return notify("error", "Kafe bilgileri yüklenemedi, istek gönderilemiyor.");
    setSending(true);
    try {
      // An emptied field is no tip. What is no number reads as empty too: sent as null, the server says what is.
      const tipAmount = field.current?.validity.badInput ? NaN : Number(tip);
      await sendRequest(song, { ownerId, tipAmount }, attempt.current);
      notify("success", "Şarkı isteğiniz gönderildi!", "Kafe onaylayınca sıraya girer.");
      sent();
    } catch (error) {
      notify("error", "İstek gönderilirken bir sorun oluştu.", sentenceOf(error));
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
          {/* Browsers disagree on what '12,50' and '1.000' are: the guest sees what it is read as. */}
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
