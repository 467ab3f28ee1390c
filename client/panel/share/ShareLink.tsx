// The link to the cafe's page, to be opened and to be copied.
import { useRef } from "react";
import { Button } from "../../components/Button.tsx";
import { notify } from "../../lib/notices.ts";
import { copyText } from "../copy_text.ts";

export function ShareLink({ url }: { url: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const copy = async () => {
    // spec 8
    if (await copyText(url)) return notify("success", "Link panoya kopyalandı!");
    getSelection()?.selectAllChildren(link.current!);
    notify("error", "Link kopyalanamadı. Seçili linki kendiniz kopyalayın.");
  };
  return (
    <div className="share-link">
      <a ref={link} href={url} target="_blank" rel="noopener">
        {url}
        <span className="visually-hidden">(yeni sekmede açılır)</span>
      </a>
      <Button look="primary" icon="copy" onClick={copy}>Linki Kopyala</Button>
    </div>
  );
}
