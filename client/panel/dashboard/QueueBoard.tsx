// The queue, and the button that sends its first song to the player.
import type { SongRequest } from "../../../server/contract/requests.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { GlidingList } from "../../components/GlidingList.tsx";
import { Icon } from "../../components/Icon.tsx";
import { QueueRow } from "../../components/QueueRow.tsx";
import { PlayNextButton } from "./PlayNextButton.tsx";
import { useDecision } from "./use_decision.ts";
import { useKeptFocus } from "./use_kept_focus.ts";
import { usePanel } from "../services.ts";

export interface QueueBoardProps {
  /** In the order in which it will be played. */
  queue: SongRequest[];
  connected: boolean;
}

export function QueueBoard({ queue, connected }: QueueBoardProps) {
  const { confirmation } = usePanel();
  const { deciding, decide } = useDecision();
  const board = useKeptFocus(queue);
  const remove = async (song: SongRequest) => {
    const sure = await confirmation.ask({
      title: "Şarkı sıradan çıkarılsın mı?",
      text:
        `'${song.songTitle}' sıradan çıkarılacak ve isteği gönderene kabul edilmediği gösterilecek.`,
      action: "Sıradan çıkar",
      danger: true,
    });
    if (sure) await decide(song._id, "rejected");
  };
  return (
    <section className="board" aria-labelledby="queue-heading" ref={board}>
      <div className="board-heading">
        <h2 id="queue-heading" tabIndex={-1}>Şarkı sırası</h2>
        {queue.length > 0 && <p className="board-count">{queue.length} şarkı</p>}
      </div>
      <PlayNextButton connected={connected} empty={queue.length === 0} />
      <GlidingList
        aria-labelledby="queue-heading"
        empty={
          <EmptyState
            text="Henüz sırada şarkı yok."
            hint="Onayladığınız istekler, bahşişi en yüksek olan önde, burada sıralanır."
          />
        }
      >
        {queue.map((song, i) => (
          <QueueRow key={song._id} song={song} place={i + 1}>
            <button
              type="button"
              className="icon-button"
              aria-label={`Sıradan çıkar: ${song.songTitle}`}
              title="Sıradan çıkar"
              aria-disabled={deciding.has(song._id) || undefined}
              onClick={() => remove(song)}
            >
              <Icon name="close" />
            </button>
          </QueueRow>
        ))}
      </GlidingList>
    </section>
  );
}
