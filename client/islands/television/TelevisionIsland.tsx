// What changes on the television: the song that plays and the next ones.
import { OfflineSign } from "../../components/OfflineSign.tsx";
import { type ReadableStore, useStore } from "../../lib/store.ts";
import type { TelevisionState } from "./television_store.ts";
import { TelevisionNow } from "./TelevisionNow.tsx";
import { TelevisionQueue } from "./TelevisionQueue.tsx";

export function TelevisionIsland({ room }: { room: ReadableStore<TelevisionState> }) {
  const { queue, playing, offline, house } = useStore(room);
  return (
    <>
      <OfflineSign offline={offline} />
      <TelevisionNow
        playing={playing}
        waiting={queue.length > 0}
        closed={house.open ? undefined : house.lines[0]}
      />
      <TelevisionQueue queue={queue} open={house.open} />
    </>
  );
}
