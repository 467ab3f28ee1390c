// The link to the cafe's page, which can be opened and copied.
import { useRef } from "react";
import { Button } from "../../components/Button.tsx";
import { copyText } from "../copy_text.ts";
import { usePanel } from "../services.ts";

export function ShareLink({ url }: { url: string }) {
  const { notices } = usePanel();
  const link = useRef<HTMLAnchorElement>(null);
  const copy = async () => {
    if (await copyText(url)) return notices.show("success", "Link panoya kopyalandı!");
    getSelection()?.selectAllChildren(link.current!);
    notices.show("error", "Link kopyalanamadı. Seçili linki kendiniz kopyalayın.");
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
