// Sends a list of songs: a CSV file that is chosen, or dropped here, and shown before it replaces the present one.
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import type { ListAnswer } from "../../../server/contract/music_settings.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { ListColumnsChoice } from "./ListColumnsChoice.tsx";
import { type ChosenList, useListUpload } from "./use_list_upload.ts";

export function ListUpload() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const { busy, chosen, answer, undone, failure, earlier, choose, arrange, cancel, replace, undo } =
    useListUpload();
  const [over, setOver] = useState(false);
  const asked = useRef(false);
  useEffect(() => {
    // The question has gone with the button that answered it.
    const isLost = asked.current && !chosen && document.activeElement === document.body;
    if (isLost) end.current!.querySelector("button")!.focus();
    asked.current = chosen !== undefined;
  }, [chosen]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void choose(event.dataTransfer.files[0]);
  };
  return (
    <div
      className="list-upload"
      data-over={over || undefined}
      onDragOver={(event) => {
        // The browser would open the file.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p id={id}>
        Her satırda bir şarkı olan bir CSV dosyası seçin ya da buraya bırakın. Excel'de 'Farklı
        kaydet' ile 'CSV UTF-8' seçebilirsiniz. Yüklenmeden önce ne okunduğunu görürsünüz.
      </p>
      {chosen
        ? (
          <ListQuestion
            chosen={chosen}
            busy={busy !== ""}
            arrange={(columns) => void arrange(chosen, columns)}
            replace={() => void replace(chosen)}
            cancel={cancel}
          />
        )
        : <Example />}
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.m3u,.m3u8,text/csv,text/plain,audio/mpegurl"
        hidden
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          // The same file may be chosen again after a change.
          currentTarget.value = "";
        }}
      />
      <div className="form-end" ref={end}>
        <Button
          icon="upload"
          busy={busy !== "" && !chosen}
          aria-describedby={id}
          onClick={() => input.current!.click()}
        >
          {chosen ? "Başka dosya seç" : "Dosya seç"}
        </Button>
        <p role="status">
          {busy || (answer && resultOf(answer)) ||
            (undone && `Eski ${count(undone.songs)} şarkı geri geldi.`)}
        </p>
      </div>
      {answer && <SkippedLines answer={answer} />}
      {failure && <Notice kind="error" text="Liste yüklenemedi." detail={failure} />}
      {earlier && !chosen && (
        <div className="list-undo">
          <p>Bu sekme açıkken eski {count(earlier.songs)} şarkıya dönebilirsiniz.</p>
          <Button resting={busy !== ""} onClick={() => void undo(earlier)}>Geri al</Button>
        </div>
      )}
    </div>
  );
}

const EXAMPLE = "Şarkı;Sanatçı\nGülpembe;Barış Manço\nIslak Islak;Cem Karaca";

function Example() {
  return (
    <figure>
      <figcaption>Örnek</figcaption>
      <pre>{EXAMPLE}</pre>
    </figure>
  );
}

function resultOf({ songs, skipped }: ListAnswer): string {
  if (songs === 0) return "Liste boşaltıldı.";
  return `${count(songs)} şarkı yüklendi${skipped > 0 ? `, ${count(skipped)} satır atlandı` : ""}.`;
}

interface ListQuestionProps {
  chosen: ChosenList;
  /** Whether it is being sent. */
  busy: boolean;
  arrange: (columns: { title: number; artist: number }) => void;
  replace: () => void;
  cancel: () => void;
}

function ListQuestion({ chosen, busy, arrange, replace, cancel }: ListQuestionProps) {
  const { file, preview, present } = chosen;
  const { songs, skipped, first, listed } = preview;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed has gone, and what a screen reader has to say next is here.
  useEffect(() => heading.current!.focus(), [file]);
  const { question, action } = wordsFor(preview);
  return (
    <section className="list-question" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>{question}</h3>
      <p className="list-counts">
        {file.name}: {songs === 0 ? "şarkı yok" : `${count(songs)} şarkı`}
        {skipped > 0 && `, ${count(skipped)} satır atlanacak`}.
      </p>
      {preview.columns && !preview.columns.sure && (
        <ListColumnsChoice columns={preview.columns} resting={busy} choose={arrange} />
      )}
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
function SkippedLines({ answer: { skipped, skippedLines } }: { answer: ListAnswer }) {
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
function count(number: number): string {
  return number.toLocaleString("tr-TR");
}
