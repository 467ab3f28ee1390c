// What the dialog of 'Şarkı ekle' asks: the song, and the tip that the till has got (docs/requests.md#own).
import { useRef, useState } from "react";
import { isTip, MAX_TIP_TL } from "../../../server/contract/limits.ts";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/TextField.tsx";
import { formatMoney, shortTitle } from "../../lib/format.ts";
import { sentenceOf } from "../../lib/http.ts";
import { readAmount } from "../../lib/read_amount.ts";
import { useGuestHouse } from "../live/use_guest_house.ts";
import { usePanel } from "../services.ts";
import { type ChosenSong, SongFinder } from "../SongFinder.tsx";

/** Asks for a song. `ask` resolves to whether it is in the queue. */
function useOwnSong() {
  const { api, notices, queries } = usePanel();
  const sending = useRef(false);
  const ask = async (
    { uri, title, artist, albumArt }: ChosenSong,
    tipAmount: number | undefined,
  ): Promise<boolean> => {
    if (sending.current) return false;
    sending.current = true;
    let isAsked = false;
    try {
      const { warnings } = await api("POST /api/requests/own", {
        body: { uri, songTitle: title, artist, albumArt, tipAmount },
      });
      isAsked = true;
      const detail = warnings.length > 0
        ? `Müşteriler için olan kural: ${warnings.join(" ")}`
        : undefined;
      notices.show("success", `'${shortTitle(title)}' sıraya eklendi.`, detail);
    } catch (error) {
      notices.show("error", "Şarkı eklenemedi.", sentenceOf(error));
    }
    sending.current = false;
    void queries.refreshRoom();
    return isAsked;
  };
  return { ask, isPaidAtTill: useGuestHouse()?.tips === "till" };
}

/** What was typed as the tip that the till has got, and what is wrong with it. Nothing typed is no tip. */
function readTip(text: string): { tip: number | undefined; fault?: string } {
  const tip = text.trim() === "" ? 0 : readAmount(text);
  if (tip === undefined) return { tip, fault: "Bu tutar okunamadı. Örneğin 12,50 yazın." };
  if (isTip(tip)) return { tip };
  return { tip: undefined, fault: `Bahşiş en fazla ${formatMoney(MAX_TIP_TL)} olabilir.` };
}

export function OwnSong({ close }: { close: () => void }) {
  const { ask, isPaidAtTill } = useOwnSong();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const { tip, fault } = readTip(text);
  const choose = async (song: ChosenSong) => {
    setTried(true);
    if (isPaidAtTill && tip === undefined) return field.current!.focus();
    if (await ask(song, isPaidAtTill && tip ? tip : undefined)) close();
  };
  return (
    <>
      <h2 id="own-song-title">Kafenin isteği</h2>
      {isPaidAtTill && (
        <TextField
          ref={field}
          className="own-song-tip"
          label="Kasada alınan bahşiş (TL)"
          hint="Bahşiş yoksa boş bırakın. Yazdığınız tutar alınmış sayılır."
          error={tried ? fault : undefined}
          value={text}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <SongFinder label="Hangi şarkı çalsın?" autoFocus choose={choose} />
      <div className="dialog-actions">
        <Button onClick={close}>Kapat</Button>
      </div>
    </>
  );
}
