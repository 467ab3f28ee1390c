// The queue, in the order in which it will be played.
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { GlidingList } from "../../components/GlidingList.tsx";
import { usePanel } from "../services.ts";
import { QueuedRow } from "./QueuedRow.tsx";
import { useDecision } from "./use_decision.ts";
import { useKeptFocus } from "./use_kept_focus.ts";

export function QueueBoard({ queue }: { queue: OpenRequest[] }) {
  const { confirmation } = usePanel();
  const { deciding, decide } = useDecision();
  const board = useKeptFocus(queue);
  const remove = async (song: OpenRequest) => {
    const sure = await confirmation.ask({
      title: "Şarkı sıradan çıkarılsın mı?",
      text:
        `'${song.songTitle}' sıradan çıkarılacak. İsteyen kişi isteğini 'kabul edilmedi' olarak görecek.`,
      action: "Sıradan çıkar",
      danger: true,
    });
    if (sure) await decide(song, "rejected");
  };
  return (
    <section className="board" aria-labelledby="queue-heading" ref={board}>
      <div className="board-heading">
        <h2 id="queue-heading" tabIndex={-1}>Şarkı sırası</h2>
        {queue.length > 0 && <p className="board-count">{queue.length} şarkı</p>}
      </div>
      <GlidingList
        aria-labelledby="queue-heading"
        empty={
          <EmptyState
            text="Henüz sırada şarkı yok."
            hint="Onayladığınız istekler burada bahşişe göre sıralanır."
          />
        }
      >
        {queue.map((song, i) => (
          <QueuedRow
            key={song._id}
            song={song}
            place={i + 1}
            leaving={deciding.has(song._id)}
            remove={() => remove(song)}
          />
        ))}
      </GlidingList>
    </section>
  );
}
