// Downloads something of the person's own as a file. A link could not send the login token.
import { type ReactNode, useState } from "react";
import { Button } from "../components/Button.tsx";
import { sentenceOf } from "../lib/http.ts";
import { notify } from "../lib/notices.ts";
import { readToken } from "../lib/session.ts";
import { saveFile } from "./save_file.ts";

export interface DownloadButtonProps {
  load: () => Promise<Blob>;
  /** What the file is called. */
  name: string;
  children: ReactNode;
}

export function DownloadButton({ load, name, children }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    const login = readToken();
    try {
      const file = await load();
      // Who has logged in meanwhile would take it for their own.
      if (readToken() === login) saveFile(file, name);
    } catch (error) {
      notify("error", "Dosya indirilemedi.", sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return <Button icon="download" busy={busy} onClick={download}>{children}</Button>;
}
