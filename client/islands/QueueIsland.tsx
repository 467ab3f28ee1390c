// What plays, the queue and the state of the guest's own requests, kept up to date.
import type { CafeHouse } from "../../server/contract/house.ts";
import type { OwnRequest } from "../../server/contract/own_requests.ts";
import { EmptyState } from "../components/EmptyState.tsx";
import { GlidingList } from "../components/GlidingList.tsx";
import { Notice } from "../components/Notice.tsx";
import { formatMoney } from "../lib/format.ts";
import { useStore } from "../lib/store.ts";
import { BoardRow } from "./BoardRow.tsx";
import type { CafeStore } from "./cafe_store.ts";
import { markOf } from "./guest_part.ts";
import { NowPlaying } from "./NowPlaying.tsx";
import { OWN_HEADING_ID, OwnRequests } from "./OwnRequests.tsx";
import { SongMoment } from "./SongMoment.tsx";
import { useAnnouncement } from "./use_announcement.ts";

/** How a song gets into the empty queue, as far as the server has said it. */
function emptyHint({ approvesFromTl }: CafeHouse, mine: OwnRequest[]): string {
  if (mine.some(({ status }) => status === "pending")) {
    return "İsteğiniz kafe onaylayınca burada görünür.";
  }
  const when = approvesFromTl === undefined
    ? "kafe onaylayınca"
    : approvesFromTl === 0
    ? "hemen"
    : `en az ${formatMoney(approvesFromTl)} bahşişle hemen, yoksa kafe onaylayınca`;
  return `İlk şarkıyı siz isteyin: ${when} burada görünür.`;
}

export function QueueIsland({ cafe }: { cafe: CafeStore }) {
  const { queue, playing, mine, musicConnected, house, supporting } = useStore(cafe);
  const [announcement, announce] = useAnnouncement(queue, mine);
  const mark = (id?: string | null) => markOf(mine.find(({ _id }) => _id === id));
  const taken = async (title: string) => {
    await cafe.refresh();
    announce(`${title}: geri alındı.`);
    if (document.activeElement !== document.body) return;
    // The focused button was removed with its row.
    const heading = document.getElementById(OWN_HEADING_ID) ??
      document.getElementById("queue-heading");
    heading!.focus();
  };
  return (
    <>
      <SongMoment mine={mine} />
      {!musicConnected && (
        <Notice
          text="Kafe müzik hesabını henüz bağlamadı."
          detail={house.open
            ? "Şarkı isteyebilirsiniz; istekler müzik hesabı bağlanana kadar bekler."
            : undefined}
        />
      )}
      <NowPlaying playing={playing} mark={mark(playing?.requestId)} />
      <OwnRequests requests={mine} musicConnected={musicConnected} taken={taken} />
      <section className="board" aria-labelledby="queue-heading">
        <div className="board-heading">
          <h2 id="queue-heading" tabIndex={-1}>Şarkı sırası</h2>
          {queue.length > 0 && <p className="board-count">{queue.length} şarkı</p>}
        </div>
        <GlidingList
          aria-labelledby="queue-heading"
          empty={
            <EmptyState
              text="Henüz sırada şarkı yok."
              hint={house.open ? emptyHint(house, mine) : undefined}
            />
          }
        >
          {queue.map((song, i) => (
            <BoardRow
              key={song._id}
              song={song}
              place={i + 1}
              mark={mark(song._id)}
              busy={supporting?._id === song._id}
              support={() => cafe.support(song)}
            />
          ))}
        </GlidingList>
      </section>
      <p className="visually-hidden" role="status">{announcement}</p>
    </>
  );
}
