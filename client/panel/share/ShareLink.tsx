// A link that can be opened and copied.
import { type ReactNode, useRef } from "react";
import { Button } from "../../components/Button.tsx";
import { copyText } from "../copy_text.ts";
import { usePanel } from "../services.ts";
import { Address } from "../../components/Address.tsx";

export interface ShareLinkProps {
  url: string;
  /** What the button says that copies it, and what the owner reads when that has succeeded. */
  copyLabel: string;
  copied: string;
  /** Another button beside it. */
  children?: ReactNode;
}

export function ShareLink({ url, copyLabel, copied, children }: ShareLinkProps) {
  const { notices } = usePanel();
  const link = useRef<HTMLAnchorElement>(null);
  const copy = async () => {
    if (await copyText(url)) return notices.show("success", copied);
    getSelection()?.selectAllChildren(link.current!);
    notices.show("error", "Link kopyalanamadı. Seçili linki kendiniz kopyalayın.");
  };
  return (
    <div className="share-link">
      <a ref={link} href={url} target="_blank" rel="noopener">
        <Address url={url} />
        <span className="visually-hidden">(yeni sekmede açılır)</span>
      </a>
      <div className="share-files">
        {children}
        <Button icon="copy" onClick={copy}>{copyLabel}</Button>
      </div>
    </div>
  );
}
