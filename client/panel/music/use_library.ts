// What of the cafe's own files was read: asked for when the screen opens, and every two seconds while they are read.
import { useCallback, useEffect, useState } from "react";
import type { Library } from "../../../server/contract/library.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

const READ_INTERVAL_MS = 2000;

export interface LibraryReading {
  /** Undefined until the first answer. */
  library: Library | undefined;
  /** Why the latest reading failed, '' if the server gave no sentence; undefined if it succeeded. */
  failure: string | undefined;
  read(): Promise<void>;
  /** Has the folder read again. */
  scan(): Promise<void>;
}

export function useLibrary(): LibraryReading {
  const { api, notices } = usePanel();
  const [library, setLibrary] = useState<Library>();
  const [failure, setFailure] = useState<string>();
  const read = useCallback(async () => {
    try {
      setLibrary(await api("GET /api/library"));
      setFailure(undefined);
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  }, [api]);
  const scan = async () => {
    try {
      setLibrary(await api("POST /api/library/scan"));
    } catch (error) {
      notices.show("error", "Klasör taranırken bir hata oluştu.", sentenceOf(error));
    }
  };
  useEffect(() => void read(), [read]);
  const isScanning = Boolean(library?.scanning);
  useEffect(() => {
    if (!isScanning) return;
    const readIfSeen = () => {
      if (document.visibilityState === "visible") void read();
    };
    const listening = new AbortController();
    const reading = setInterval(readIfSeen, READ_INTERVAL_MS);
    document.addEventListener("visibilitychange", readIfSeen, listening);
    return () => {
      clearInterval(reading);
      listening.abort();
    };
  }, [isScanning, read]);
  return { library, failure, read, scan };
}
