// Sends a list of songs: a CSV file that is chosen, or dropped here.
import { type DragEvent, useId, useRef, useState } from "react";
import type { ListAnswer } from "../../../server/contract/music_settings.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { useListUpload } from "./use_list_upload.ts";

const EXAMPLE = "Şarkı;Sanatçı\nGülpembe;Barış Manço\nIslak Islak;Cem Karaca";

export function ListUpload() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { busy, answer, failure, upload } = useListUpload();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void upload(event.dataTransfer.files[0]);
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
        kaydet' ile CSV seçebilirsiniz. Yeni dosya eskisinin yerine geçer.
      </p>
      <figure>
        <figcaption>Örnek</figcaption>
        <pre>{EXAMPLE}</pre>
      </figure>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hidden
        onChange={({ currentTarget }) => {
          void upload(currentTarget.files?.[0]);
          // The same file may be chosen again after a change.
          currentTarget.value = "";
        }}
      />
      <div className="form-end">
        <Button
          icon="upload"
          busy={busy}
          aria-describedby={id}
          onClick={() => input.current!.click()}
        >
          Dosya seç
        </Button>
        <p role="status">{busy ? "Liste yükleniyor…" : answer && resultOf(answer)}</p>
      </div>
      {failure && <Notice kind="error" text="Liste yüklenemedi." detail={failure} />}
    </div>
  );
}

function resultOf({ songs, skipped }: ListAnswer): string {
  const [loaded, left] = [songs, skipped].map((count) => count.toLocaleString("tr-TR"));
  return `${loaded} şarkı yüklendi${skipped > 0 ? `, ${left} satır atlandı` : ""}.`;
}
