// The cafe's own files, or why the state of their folder cannot be read.
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { useLibrary } from "./use_library.ts";
import { LibraryFolder } from "./LibraryFolder.tsx";

export function LibrarySection() {
  const { library, failure, read, scan } = useLibrary();
  return (
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
        ? <LibraryFolder library={library} scan={scan} />
        : failure === undefined && <p role="status">Klasörün durumu okunuyor…</p>}
    </section>
  );
}
