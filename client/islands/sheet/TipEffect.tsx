// What the chosen tip does, live from the queue: '25 TL → 3. sıra, yaklaşık 9 dk'. With patience more songs may play
// first (docs/house.md#order), so that the place is the earliest one.
import type { CafeHouse } from "../../../server/contract/house.ts";
import { leftMs, waitMinutes } from "../../../server/contract/waiting.ts";
import { useStore } from "../../lib/store.ts";
import type { CafeStore } from "../cafe_store.ts";
import { positionOf } from "../room.ts";
import { waitLabel } from "../OwnRequests.tsx";
import { effectOfTip, tipLabel } from "./TipFieldset.tsx";
import { type Supportable, supportedNow, type TippedSong } from "./tipped_song.ts";

export interface TipEffectProps {
  cafe: CafeStore;
  song: TippedSong;
  /** In TL; undefined while what was typed is no tip. */
  tip: number | undefined;
}

export function TipEffect({ cafe, song, tip }: TipEffectProps) {
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
        {!isQueued && !isUnseen && (isApproved(house, sum, raised)
          ? "Onay beklemeden bu sıraya girer. "
          : "Kafe onaylayınca bu sıraya girer. ")}
        {song.supports && "Destek geri alınamaz. "}
        {house.tips === "till" && "Bahşişinizi kasada ödeyin."}
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
  /** What is supported, if anything is. */
  raised: Supportable | undefined;
  /** In TL. */
  sum: number;
}

function Effect({ cafe, raised, sum }: EffectProps) {
  const { queue, playing, musicConnected, house } = useStore(cafe);
  const left = leftMs(playing && { ...playing, positionMs: positionOf(playing) });
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
