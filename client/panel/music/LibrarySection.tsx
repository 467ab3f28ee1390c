// The cafe's own files, or why the state of their folder cannot be read.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Library } from "../../../server/contract/music.ts";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Notice } from "../../components/Notice.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { LIBRARY, useFailure } from "../queries.ts";
import { usePanel } from "../services.ts";
import { AddFiles, FolderPath } from "./AddFiles.tsx";
import { OwnSongs } from "./OwnSongs.tsx";

interface LibraryReading {
  /** Undefined until the first answer. */
  library: Library | undefined;
  /** Why the latest reading failed, '' if the server gave no sentence; undefined if it succeeded. */
  failure: string | undefined;
  read(): Promise<void>;
  /** Has the folder read again. */
  scan(): Promise<void>;
}

function useLibrary(): LibraryReading {
  const { api, notices, queries } = usePanel();
  const reading = useQuery(LIBRARY);
  const error = useFailure(reading);
  return {
    library: reading.data,
    failure: error ? sentenceOf(error) : undefined,
    read: () => queries.refresh(["GET /api/library"]),
    async scan() {
      try {
        await queries.showAnswer(LIBRARY, () => api("POST /api/library/scan"));
      } catch (error) {
        notices.show("error", "Klasör taranırken bir hata oluştu.", sentenceOf(error));
      }
    },
  };
}

const BEGUN = "Klasör okunuyor…";

function ScanProgress({ scanning, songs }: Pick<Library, "scanning" | "songs">) {
  const [said, setSaid] = useState("");
  const wasScanning = useRef(false);
  useEffect(() => {
    if (scanning) setSaid(BEGUN);
    else if (wasScanning.current) setSaid(`Klasör okundu: ${songs.toLocaleString("tr-TR")} şarkı.`);
    wasScanning.current = scanning !== null;
  }, [scanning !== null]);
  return (
    <div className={scanning ? "scan" : "visually-hidden"}>
      <p>
        <span role="status">{said}</span>{" "}
        <span aria-hidden="true">
          {scanning && scanning.total > 0 && `${scanning.done} / ${scanning.total} dosya`}
        </span>
      </p>
      {/* Without a value until the number of files is known: the bar then runs to and fro. */}
      {scanning && (
        <progress
          aria-label="Klasörün okunması"
          max={scanning.total || 1}
          value={scanning.total > 0 ? scanning.done : undefined}
        />
      )}
    </div>
  );
}

/** A folder of something else can have thousands. */
const MAX_SHOWN = 100;

function SkippedFiles({ files }: { files: Library["skipped"] }) {
  const hidden = files.length - MAX_SHOWN;
  return (
    <details className="skipped">
      <summary>{files.length.toLocaleString("tr-TR")} dosya alınamadı</summary>
      <ul>
        {files.slice(0, MAX_SHOWN).map(({ file, why }) => (
          <li key={file}>
            <span className="skipped-file">{file}</span>
            <span className="skipped-why">{why}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>Listede olmayan {hidden.toLocaleString("tr-TR")} dosya daha var.</p>}
    </details>
  );
}

function LibraryFolder(
  { library, read, scan }: { library: Library } & Pick<LibraryReading, "read" | "scan">,
) {
  const { songs, scanning, skipped, folder, canAdd } = library;
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await scan();
    setBusy(false);
  };
  return (
    <>
      {songs > 0 && (
        <p className="library-count">
          <strong>{songs.toLocaleString("tr-TR")}</strong> şarkı
        </p>
      )}
      {songs === 0 && !scanning && (
        <EmptyState
          text="Klasörde şarkı bulunamadı."
          hint={canAdd
            ? "Şarkılarınızı buraya ekleyin ya da klasöre kopyalayın."
            : "Müzik dosyalarınızı klasöre kopyalayın, sonra klasörü yeniden tarayın."}
        />
      )}
      {canAdd && <AddFiles onAdded={read} />}
      <ScanProgress scanning={scanning} songs={songs} />
      <div className="form-end">
        <Button busy={busy} resting={scanning !== null} onClick={press}>
          Klasörü yeniden tara
        </Button>
        <p className="library-aside">Yeni dosyalar kendiliğinden de bulunur.</p>
      </div>
      {folder && <FolderPath folder={folder} />}
      {skipped.length > 0 && <SkippedFiles files={skipped} />}
    </>
  );
}

export function LibrarySection() {
  const { library, failure, read, scan } = useLibrary();
  return (
    <>
      <section className="card" aria-labelledby="library-heading">
        <h2 id="library-heading">Müzik klasörü</h2>
        {failure !== undefined && (
          <Notice kind="error" text="Müzik klasörünün durumu okunamadı." detail={failure}>
            <Button
              onClick={() =>
                void read()}
            >
              Tekrar dene
            </Button>
          </Notice>
        )}
        {library
          ? <LibraryFolder {...{ library, read, scan }} />
          : failure === undefined && <p role="status">Klasörün durumu okunuyor…</p>}
      </section>
      {library && <OwnSongs songs={library.songs} />}
    </>
  );
}
