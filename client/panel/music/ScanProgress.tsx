// How far the reading of the folder is. Screen readers hear its beginning and its end, and not each step.
import { useEffect, useRef, useState } from "react";
import type { Library } from "../../../server/contract/library.ts";

const BEGUN = "Klasör okunuyor…";

export function ScanProgress({ scanning, songs }: Pick<Library, "scanning" | "songs">) {
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
