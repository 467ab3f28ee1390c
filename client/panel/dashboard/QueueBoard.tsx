// The queue, in the order in which it will be played.
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { GlidingList } from "../../components/GlidingList.tsx";
import { MANY_WORDS } from "../many_words.ts";
import { usePanel } from "../services.ts";
import { isAtTill, RequestTick } from "../till/RequestTick.tsx";
import { useTick } from "../till/use_tick.ts";
import { QueuedRow } from "./QueuedRow.tsx";
import { useDecision } from "./use_decision.ts";
import { useKeptFocus } from "./use_kept_focus.ts";

export function QueueBoard({ queue }: { queue: OpenRequest[] }) {
  const { confirmation } = usePanel();
  const { deciding, decide, decideMany } = useDecision();
  const ticks = useTick();
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
        {queue.length > 1 && (
          <button
            type="button"
            className="heading-button"
            aria-label={MANY_WORDS.empty.label}
            onClick={() => decideMany("empty", queue)}
          >
            Boşalt
          </button>
        )}
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
            tick={isAtTill(song) && <RequestTick request={song} {...ticks} />}
            leaving={deciding.has(song._id)}
            remove={() => remove(song)}
          />
        ))}
      </GlidingList>
    </section>
  );
}
