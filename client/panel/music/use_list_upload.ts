// Sends a file as the cafe's list of songs, and keeps how that ended.
import { useState } from "react";
import type { ListAnswer } from "../../../server/contract/music_settings.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

/** The server refuses more. Said before the file has been sent for minutes. */
const MAX_BYTES = 1024 * 1024;

export function useListUpload() {
  const { api } = usePanel();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<ListAnswer>();
  const [failure, setFailure] = useState("");
  /** Nothing without a file. */
  const upload = async (file: Blob | undefined) => {
    if (!file || busy) return;
    setAnswer(undefined);
    setFailure("");
    if (file.size > MAX_BYTES) {
      return setFailure("Dosya en fazla 1 MB olabilir. Listeyi kısaltıp tekrar deneyin.");
    }
    setBusy(true);
    try {
      setAnswer(await api("PUT /api/music/list", { body: file, media: "text/csv" }));
    } catch (error) {
      setFailure(sentenceOf(error) || "Bağlantıyı kontrol edip tekrar deneyin.");
    }
    setBusy(false);
  };
  return { busy, answer, failure, upload };
}
