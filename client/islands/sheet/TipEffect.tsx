// What the chosen tip does, live from the queue: '25 TL → 3. sıra, yaklaşık 9 dk'. With patience more songs may play
// first (docs/house.md#order), so that the place is the earliest one.
import { leftMs, waitMinutes } from "../../../server/contract/waiting.ts";
import { useStore } from "../../lib/store.ts";
import type { CafeStore } from "../cafe_store.ts";
import { positionOf } from "../room.ts";
import { waitLabel } from "../wait_label.ts";
import { tipLabel } from "./tip_choice.ts";
import { effectOfTip } from "./tip_effect.ts";

export interface TipEffectProps {
  cafe: CafeStore;
  /** In TL; undefined while what was typed is no tip. */
  tip: number | undefined;
}

export function TipEffect({ cafe, tip }: TipEffectProps) {
  return (
    <div className="tip-effect">
      <p role="status">{tip !== undefined && <Effect cafe={cafe} tip={tip} />}</p>
      <p className="tip-hint">Kafe onaylayınca bu sıraya girer.</p>
    </div>
  );
}

function Effect({ cafe, tip }: { cafe: CafeStore; tip: number }) {
  const { queue, playing, musicConnected, house } = useStore(cafe);
  const left = leftMs(playing && { ...playing, positionMs: positionOf(playing) });
  const { place, waitMs } = effectOfTip(queue, tip, left);
  return (
    <>
      {tipLabel(tip)} <span aria-hidden="true">→</span>{" "}
      <strong>{house.order === "patience" && "en erken "}{place}. sıra</strong>
      {/* Without music nothing plays, so no time can be told. */}
      {musicConnected && `, ${waitLabel(waitMinutes(waitMs))}`}
    </>
  );
}
