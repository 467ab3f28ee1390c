// The queue and the state of the guest's own requests, kept up to date.
import { EmptyState } from "../components/EmptyState.tsx";
import { GlidingList } from "../components/GlidingList.tsx";
import { OfflineSign } from "../components/OfflineSign.tsx";
import { QueueRow } from "../components/QueueRow.tsx";
import { OwnRequests } from "./OwnRequests.tsx";
import { useStore } from "../lib/store.ts";
import type { CafeStore } from "./cafe_store.ts";
import { useAnnouncement } from "./use_announcement.ts";

export function QueueIsland({ cafe }: { cafe: CafeStore }) {
  const { queue, mine, offline } = useStore(cafe);
  const announcement = useAnnouncement(queue, mine);
  const own = new Set(mine.map((request) => request._id));
  return (
    <>
      <OwnRequests requests={mine} />
      <section className="board" aria-labelledby="queue-heading">
        <div className="board-heading">
          <h2 id="queue-heading">Şarkı sırası</h2>
          <OfflineSign offline={offline} />
          {queue.length > 0 && !offline && <p className="board-count">{queue.length} şarkı</p>}
        </div>
        <GlidingList
          aria-labelledby="queue-heading"
          empty={
            <EmptyState
              text="Henüz sırada şarkı yok."
              hint="İlk şarkıyı siz isteyin: kafe onaylayınca burada görünür."
            />
          }
        >
          {queue.map((song, i) => (
            <QueueRow
              key={song._id}
              song={song}
              place={i + 1}
              mark={own.has(song._id) ? "Sizin isteğiniz" : undefined}
            />
          ))}
        </GlidingList>
      </section>
      <p className="visually-hidden" role="status">{announcement}</p>
    </>
  );
}
