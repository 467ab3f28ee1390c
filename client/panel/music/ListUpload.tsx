// Sends a list of songs: a CSV file that is chosen, or dropped here, and shown before it replaces the present one.
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { MAX_LIST_BYTES } from "../../../server/contract/limits.ts";
import type { ListAnswer, ListPreview } from "../../../server/contract/music_settings.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { ApiError, sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

interface ListQuestionProps {
  chosen: ChosenList;
  /** Whether it is being sent. */
  busy: boolean;
  replace: () => void;
  cancel: () => void;
}

function ListQuestion({ chosen, busy, replace, cancel }: ListQuestionProps) {
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

// A cafe whose music plays on another system: how an evening works there, and the list that guests search.

export function ManualSections() {
  return (
    <>
      <section className="card" aria-labelledby="manual-heading">
        <h2 id="manual-heading">Nasıl çalışır?</h2>
        <ol className="manual-steps">
          <li>Müşteri şarkı ister, siz onaylarsınız ve şarkı sıraya girer.</li>
          <li>Sıradaki şarkıyı kendi sisteminizde siz başlatırsınız.</li>
          <li>
            Şarkı başlayınca ekranın altındaki 'Çalıyor'a basarsınız. Müşteriler çalan şarkıyı
            görür. Bahşişler kasada ödenmiyorsa şarkının bahşişi kazancınıza yazılır.
          </li>
        </ol>
      </section>
      <section className="card" aria-labelledby="list-heading">
        <h2 id="list-heading">Şarkı listesi</h2>
        <p>
          Müşteriler yüklediğiniz listede arama yapar. Listede olmayan bir şarkının adını kendileri
          de yazabilir; liste yüklemeseniz de şarkı isteyebilirler.
        </p>
        <ListUpload />
      </section>
    </>
  );
}

// Sends a file as the cafe's list of songs, in two steps: what it holds, and the answer to the question whether it is to
// replace the present list. The replacement can be taken back.

const KEY = "siradaki.earlierList";

/** The list that was replaced last, kept for this tab so that the replacement can be taken back (docs/manual.md#screen). */
interface EarlierList {
  songs: number;
  /** The file that takes the replacement back. */
  file: string;
}

/** A file that was chosen and not sent yet. */
interface ChosenList {
  file: File;
  preview: ListPreview;
  /** The present list, which takes the replacement back; undefined without one, or if it is too large to be sent. */
  present?: EarlierList;
}

function useListUpload() {
  const { api, session } = usePanel();
  const [busy, setBusy] = useState("");
  const [chosen, setChosen] = useState<ChosenList>();
  const [answer, setAnswer] = useState<ListAnswer>();
  const [undone, setUndone] = useState<ListAnswer>();
  const [failure, setFailure] = useState("");
  const [earlier, setEarlier] = useState(() => readEarlierList(session.user()));

  /** Does what `saying` says, unless something else is under way. */
  const during = async (saying: string, work: () => Promise<void>) => {
    if (busy) return;
    setBusy(saying);
    setFailure("");
    setAnswer(undefined);
    setUndone(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(sentenceOf(error) || "Bağlantıyı kontrol edip tekrar deneyin.");
    }
    setBusy("");
  };
  const keep = (list: EarlierList | undefined) => {
    keepEarlierList(session.user(), list);
    setEarlier(list);
  };
  return {
    /** What is under way, '' if nothing is. */
    busy,
    chosen,
    /** What became of the file that was sent. */
    answer,
    /** The earlier list, after it was put back. */
    undone,
    failure,
    earlier,
    /** Reads what the file holds. Nothing without a file. */
    choose: async (file: File | undefined) => {
      if (!file) return;
      await during("Dosya okunuyor…", async () => {
        setChosen(undefined);
        // The server refuses more. Said before the file has been sent for minutes.
        if (file.size > MAX_LIST_BYTES) {
          return setFailure("Dosya en fazla 1 MB olabilir. Listeyi kısaltıp tekrar deneyin.");
        }
        const body = { body: file, media: "text/csv" } as const;
        const preview = await api("POST /api/music/list/preview", body);
        if (preview.songs === 0 && preview.listed === 0) return setFailure("Bu dosya boş.");
        const before = preview.listed > 0
          ? await api("GET /api/music/list", { file: true })
          : undefined;
        const present = before && before.size <= MAX_LIST_BYTES
          ? { songs: preview.listed, file: await before.text() }
          : undefined;
        setChosen({ file, preview, present });
      });
    },
    cancel: () => setChosen(undefined),
    /** Replaces the present list by the chosen file. */
    replace: async ({ file, present }: ChosenList) =>
      await during("Liste yükleniyor…", async () => {
        try {
          setAnswer(await api("PUT /api/music/list", { body: file, media: "text/csv" }));
        } catch (error) {
          // Without an answer the list may have been replaced.
          if (!(error instanceof ApiError)) keep(present);
          throw error;
        }
        keep(present);
        setChosen(undefined);
      }),
    undo: async (list: EarlierList) =>
      await during("Eski liste geri yükleniyor…", async () => {
        const body = new Blob([list.file], { type: "text/csv" });
        setUndone(await api("PUT /api/music/list", { body, media: "text/csv" }));
        keep(undefined);
      }),
  };
}

/** What is kept of this user, who is a person at one of their cafes. */
function readEarlierList(user: string | undefined): EarlierList | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (kept === null || kept.user !== user) return undefined;
    return { songs: kept.songs, file: kept.file };
  } catch {
    // Someone else has written there.
    return undefined;
  }
}

/** Keeps it, or forgets what is kept. */
function keepEarlierList(user: string | undefined, list: EarlierList | undefined): void {
  try {
    if (list) sessionStorage.setItem(KEY, JSON.stringify({ user, ...list }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without room for it, it does not outlive the page.
  }
}
