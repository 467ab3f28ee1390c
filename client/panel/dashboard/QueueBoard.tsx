// The queue, in the order in which it will be played, and below it the songs that wait for their source.
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { Cover } from "../../components/Cover.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { GlidingList } from "../../components/GlidingList.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Tip } from "../../components/Money.tsx";
import { dedicationLine, shortTitle } from "../../lib/format.ts";
import { MANY_WORDS } from "../many_words.ts";
import { isAtTill, RequestTick, useTick } from "../till/TillTick.tsx";
import { useShownName } from "../use_may_open.ts";
import { useRowQuestion } from "../use_row_question.ts";
import { RowMenu } from "./RowMenu.tsx";
import { TableName } from "./TableName.tsx";
import { useDecision, useKeptFocus } from "./use_decision.ts";

/** Nothing for a rule of the house, nor to owners for what they approved themselves. */
function DecidedBy({ name }: { name: string | null }) {
  const shownName = useShownName();
  const shown = name && shownName(name);
  return shown && <p className="decided-by" title={shown}>Onaylayan: {shown}</p>;
}

interface QueuedRowProps {
  song: OpenRequest;
  /** The place in the queue, from 1; none for a song that waits for its source. */
  place: number | undefined;
  /** The song is being taken out. */
  leaving: boolean;
  remove: () => void;
  menu: ReactNode;
  /** Ticks the tip, at a cafe whose guests pay at the till. */
  tick?: ReactNode;
}

function QueuedRow({ song, place, leaving, remove, menu, tick }: QueuedRowProps) {
  const first = place === 1;
  const why = song.first ? "Kafe öne aldı" : song.outOfTurn && "Çok beklemesin diye önde";
  return (
    <li
      className={`queued-row${first ? " queued-row-first" : ""}${tick ? " queued-row-till" : ""}`}
      data-glide={song._id}
    >
      <span className="queue-place">
        {place !== undefined && (
          <>
            <span className="visually-hidden">Sıra</span> {place}
          </>
        )}
      </span>
      <Cover src={song.albumArt} />
      <div className="song">
        {first && <p className="queue-next">Sıradaki</p>}
        <p className="song-title">{song.songTitle}</p>
        <p className="song-artist">{song.artist}</p>
        {song.dedication && <p className="queue-why">{dedicationLine(song.dedication)}</p>}
        {why && <p className="queue-why">{why}</p>}
        {song.own && <p className="queue-why">Kafe</p>}
        <DecidedBy name={song.decidedBy} />
      </div>
      <div className="queued-facts">
        <Tip tl={song.tipAmount} />
        <TableName label={song.table} />
      </div>
      {tick}
      <div className="row-actions">
        {menu}
        <button
          type="button"
          className="icon-button"
          aria-label={`Sıradan çıkar: ${song.songTitle}`}
          title="Sıradan çıkar"
          aria-disabled={leaving || undefined}
          onClick={() => leaving || remove()}
        >
          <Icon name="close" />
        </button>
      </div>
    </li>
  );
}

interface QueueBoardProps {
  queue: OpenRequest[];
  /** Songs of a source that is not the cafe's at present. */
  waiting: OpenRequest[];
  /** Those that wait for a decision. */
  pending?: OpenRequest[];
  /** Whether requests enter the queue without a decision. */
  approvesAll?: boolean;
}

export function QueueBoard({ queue, waiting, pending = [], approvesAll }: QueueBoardProps) {
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
      menu={<RowMenu request={song} pending={pending} />}
    />
  );
  return (
    <section className="board" aria-labelledby="queue-heading" ref={board}>
      <div className="board-heading">
        <h2 id="queue-heading" tabIndex={-1}>Şarkı sırası</h2>
        {queue.length > 0 && <p className="board-count">{queue.length} şarkı</p>}
        <OwnSongButton />
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
            hint={`${
              approvesAll ? "Gelen" : "Onayladığınız"
            } istekler burada bahşişe göre sıralanır.`}
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

// 'Şarkı ekle': the team asks for a song itself (docs/requests.md#own).

/** A script of its own, since few evenings need it. */
const OwnSong = lazy(async () => ({ default: (await import("./OwnSong.tsx")).OwnSong }));

/** The search is made anew whenever the dialog is opened. */
export function OwnSongButton() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState(0);
  const open = () => {
    setOpened(opened + 1);
    dialog.current!.showModal();
  };
  return (
    <>
      <button
        type="button"
        className="heading-button"
        title="Şarkı ekle"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon name="plus" />
        <span className="own-song-words">Şarkı ekle</span>
      </button>
      <dialog ref={dialog} className="dialog own-song" aria-labelledby="own-song-title">
        {opened > 0 && (
          <Suspense fallback={<Loading label="Yükleniyor…" />}>
            <OwnSong key={opened} close={() => dialog.current!.close()} />
          </Suspense>
        )}
      </dialog>
    </>
  );
}
