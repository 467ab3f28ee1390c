// Sends a list of songs: a CSV file that is chosen, or dropped here, and shown before it replaces the present one.
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import type { ListAnswer } from "../../../server/contract/music_settings.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { count, ListQuestion, SkippedLines } from "./ListQuestion.tsx";
import { useListUpload } from "./use_list_upload.ts";

const EXAMPLE = "Şarkı;Sanatçı\nGülpembe;Barış Manço\nIslak Islak;Cem Karaca";

export function ListUpload() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const { busy, chosen, answer, undone, failure, earlier, choose, cancel, replace, undo } =
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
            replace={() => void replace(chosen)}
            cancel={cancel}
          />
        )
        : <Example />}
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
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
