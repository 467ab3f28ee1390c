// The files of the folder that are no songs, each with the reason, in a list that opens.
import type { Library } from "../../../server/contract/library.ts";

/** A folder of something else can have thousands. */
const MAX_SHOWN = 100;

export function SkippedFiles({ files }: { files: Library["skipped"] }) {
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
