// What the chosen tip does, live from the queue: '25 TL → 3. sıra, yaklaşık 9 dk'. With patience more songs may play
// first (docs/house.md#order), so that the place is the earliest one.
import { leftMs, waitMinutes } from "../../../server/contract/waiting.ts";
import { useStore } from "../../lib/store.ts";
import type { CafeStore } from "../cafe_store.ts";
import { positionOf } from "../room.ts";
import { waitLabel } from "../wait_label.ts";
import { tipLabel } from "./tip_choice.ts";
import { effectOfTip } from "./tip_effect.ts";
import { supportedNow, type TippedSong } from "./tipped_song.ts";

export interface TipEffectProps {
  cafe: CafeStore;
  song: TippedSong;
  /** In TL; undefined while what was typed is no tip. */
  tip: number | undefined;
}

export function TipEffect({ cafe, song, tip }: TipEffectProps) {
  const { queue, house } = useStore(cafe);
  const isQueued = queue.some(({ _id }) => _id === song.supports);
  return (
    <div className="tip-effect">
      <p role="status">{tip !== undefined && <Effect {...{ cafe, song, tip }} />}</p>
      <p className="tip-hint">
        {!isQueued && "Kafe onaylayınca bu sıraya girer. "}
        {song.supports && "Destek geri alınamaz. "}
        {house.tips === "till" && "Bahşişinizi kasada ödeyin."}
      </p>
    </div>
  );
}

function Effect({ cafe, song, tip }: { cafe: CafeStore; song: TippedSong; tip: number }) {
  const state = useStore(cafe);
  const { queue, playing, musicConnected, house } = state;
  const left = leftMs(playing && { ...playing, positionMs: positionOf(playing) });
  const raised = song.supports ? supportedNow(song, state) : undefined;
  // In whole kuruş, because sums of binary fractions are not exact.
  const sum = Math.round(100 * (tip + (raised?.tipAmount ?? 0))) / 100;
  const { place, waitMs } = effectOfTip(queue, sum, left, raised);
  return (
    <>
      {raised && "Toplam "}
      {tipLabel(sum)} <span aria-hidden="true">→</span>{" "}
      <strong>{house.order === "patience" && "en erken "}{place}. sıra</strong>
      {/* Without music nothing plays, so no time can be told. */}
      {musicConnected && `, ${waitLabel(waitMinutes(waitMs))}`}
    </>
  );
}
