// The queue, in the order in which it will be played, and below it the songs that wait for their source.
import { useMemo } from "react";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { GlidingList } from "../../components/GlidingList.tsx";
import { shortTitle } from "../../lib/short_title.ts";
import { MANY_WORDS } from "../many_words.ts";
import { isAtTill, RequestTick } from "../till/RequestTick.tsx";
import { useTick } from "../till/use_tick.ts";
import { useRowQuestion } from "../use_row_question.ts";
import { QueuedRow } from "./QueuedRow.tsx";
import { useDecision } from "./use_decision.ts";
import { useKeptFocus } from "./use_kept_focus.ts";

export interface QueueBoardProps {
  queue: OpenRequest[];
  /** Songs of a source that is not the cafe's at present. */
  waiting: OpenRequest[];
}

export function QueueBoard({ queue, waiting }: QueueBoardProps) {
  const { deciding, decide, decideMany } = useDecision(queue);
  const ticks = useTick();
  const board = useKeptFocus(useMemo(() => [...queue, ...waiting], [queue, waiting]));
  const ask = useRowQuestion<OpenRequest>({
    about: ({ _id, songTitle }) =>
      [...queue, ...waiting].some((song) => song._id === _id)
        ? {
          title: "Şarkı sıradan çıkarılsın mı?",
          text:
            `'${songTitle}' sıradan çıkarılacak. İsteyen kişi isteğini 'kabul edilmedi' olarak görecek.`,
          action: "Sıradan çıkar",
          danger: true,
        }
        : undefined,
    gone: ({ songTitle }) => `'${shortTitle(songTitle)}' artık sırada değil.`,
  });
  const remove = async (song: OpenRequest) => {
    if (await ask(song)) await decide(song, "rejected");
  };
  const row = (song: OpenRequest, place?: number) => (
    <QueuedRow
      key={song._id}
      song={song}
      place={place}
      tick={isAtTill(song) && <RequestTick request={song} {...ticks} />}
      leaving={deciding.has(song._id)}
      remove={() => remove(song)}
    />
  );
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
            onClick={() => decideMany("empty")}
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
        {queue.map((song, i) => row(song, i + 1))}
      </GlidingList>
      {waiting.length > 0 && (
        <div className="queue-waiting">
          <h3 id="waiting-heading">Başka kaynakta bekliyor</h3>
          <p>Bu şarkıların kaynağına dönünce yine ilk sırada çalarlar.</p>
          <ol aria-labelledby="waiting-heading">{waiting.map((song) => row(song))}</ol>
        </div>
      )}
    </section>
  );
}
