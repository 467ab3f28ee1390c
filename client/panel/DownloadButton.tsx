// Downloads a file that needs the login token, which a link could not send.
import { type ReactNode, useState } from "react";
import { Button } from "../components/Button.tsx";
import { sentenceOf } from "../lib/http.ts";
import { saveFile } from "./files.ts";
import { usePanel } from "./services.ts";

export interface DownloadButtonProps {
  load: () => Promise<Blob>;
  name: string;
  children: ReactNode;
}

export function DownloadButton({ load, name, children }: DownloadButtonProps) {
  const { notices, session } = usePanel();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    const user = session.user();
    try {
      const file = await load();
      // If another user has logged in meanwhile, the file is not theirs.
      if (session.user() === user) saveFile(file, name);
    } catch (error) {
      notices.show("error", "Dosya indirilemedi.", sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return <Button icon="download" busy={busy} onClick={download}>{children}</Button>;
}
