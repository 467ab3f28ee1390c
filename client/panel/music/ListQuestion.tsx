// What a chosen list holds, and the question whether it is to replace the present one.
import { useEffect, useId, useRef } from "react";
import type { ListAnswer } from "../../../server/contract/music_settings.ts";
import { Button } from "../../components/Button.tsx";
import type { ChosenList } from "./use_list_upload.ts";

export interface ListQuestionProps {
  chosen: ChosenList;
  /** Whether it is being sent. */
  busy: boolean;
  replace: () => void;
  cancel: () => void;
}

export function ListQuestion({ chosen, busy, replace, cancel }: ListQuestionProps) {
  const { file, preview, present } = chosen;
  const { songs, skipped, first, listed } = preview;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed has gone, and what a screen reader has to say next is here.
  useEffect(() => heading.current!.focus(), [chosen]);
  const { question, action } = wordsFor(preview);
  return (
    <section className="list-question" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>{question}</h3>
      <p className="list-counts">
        {file.name}: {songs === 0 ? "şarkı yok" : `${count(songs)} şarkı`}
        {skipped > 0 && `, ${count(skipped)} satır atlanacak`}.
      </p>
      {songs > 0 && (
        <ol className="list-first">
          {first.map(({ title, artist }, at) => (
            <li key={at}>
              <span className="song-title">{title}</span>
              <span className="song-artist">{artist}</span>
            </li>
          ))}
        </ol>
      )}
      {songs > first.length && <p className="aside">ve {count(songs - first.length)} şarkı daha</p>}
      <SkippedLines answer={preview} />
      {listed > 0 && !present && (
        <p>Eski liste 1 MB'tan büyük olduğu için bu değişiklik geri alınamaz.</p>
      )}
      <div className="form-end">
        <Button look={songs > 0 ? "primary" : "danger"} busy={busy} onClick={replace}>
          {action}
        </Button>
        <Button resting={busy} onClick={cancel}>Vazgeç</Button>
      </div>
    </section>
  );
}

function wordsFor({ songs, listed }: ChosenList["preview"]): { question: string; action: string } {
  if (songs === 0) {
    return { question: `Eski ${count(listed)} şarkı silinsin mi?`, action: "Listeyi boşalt" };
  }
  return listed === 0 ? { question: "Bu liste yüklensin mi?", action: "Listeyi yükle" } : {
    question: `Eski ${count(listed)} şarkının yerine geçsin mi?`,
    action: "Yerine geçsin",
  };
}

/** The lines that are not taken, each with the reason, in a list that opens. */
export function SkippedLines({ answer: { skipped, skippedLines } }: { answer: ListAnswer }) {
  if (skipped === 0) return null;
  const hidden = skipped - skippedLines.length;
  return (
    <details className="skipped">
      <summary>Atlanan {count(skipped)} satır</summary>
      <ul>
        {skippedLines.map(({ line, why }) => (
          <li key={line}>
            <span className="skipped-file">{count(line)}. satır</span>
            <span className="skipped-why">{why}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>Listede olmayan {count(hidden)} satır daha var.</p>}
    </details>
  );
}

/** A number as people write it: 1.204. */
export function count(number: number): string {
  return number.toLocaleString("tr-TR");
}
