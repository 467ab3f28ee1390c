// The folder that was read: its songs, the reading that is under way, and the files that are no songs.
import { useState } from "react";
import type { Library } from "../../../server/contract/library.ts";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ScanProgress } from "./ScanProgress.tsx";
import { SkippedFiles } from "./SkippedFiles.tsx";
import type { LibraryReading } from "./use_library.ts";

export function LibraryFolder(
  { library, scan }: { library: Library } & Pick<LibraryReading, "scan">,
) {
  const { songs, scanning, skipped } = library;
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
          hint="Müzik dosyalarınızı klasöre kopyalayın, sonra klasörü yeniden tarayın."
        />
      )}
      <ScanProgress scanning={scanning} songs={songs} />
      <div className="form-end">
        <Button busy={busy} resting={scanning !== null} onClick={press}>
          Klasörü yeniden tara
        </Button>
        <p className="library-aside">Yeni dosyalar kendiliğinden de bulunur.</p>
      </div>
      {skipped.length > 0 && <SkippedFiles files={skipped} />}
    </>
  );
}
