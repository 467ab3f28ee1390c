// The recovery codes, shown once: to copy, to download or to print.
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../components/Button.tsx";
import { copyText, saveFile } from "../files.ts";
import { usePanel } from "../services.ts";
import { StepHeading } from "./StepForm.tsx";

const TITLE = "Sıradaki kurtarma kodları";

interface RecoveryCodesProps {
  codes: string[];
  /** Called when the person says that the codes are kept. */
  onSaved: () => void;
}

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { notices } = usePanel();
  const text = `${TITLE}\n\n${codes.join("\n")}\n`;
  const copy = async () => {
    if (await copyText(text)) notices.show("success", "Kurtarma kodları panoya kopyalandı!");
    else notices.show("error", "Kodlar kopyalanamadı. İndirin, yazdırın veya bir yere yazın.");
  };
  const download = () => saveFile(new Blob([text]), "siradaki-kurtarma-kodlari.txt");
  const rows = codes.map((code) => <li key={code}>{code}</li>);
  return (
    <div className="second-factor-step">
      <StepHeading>Kurtarma kodlarınız</StepHeading>
      <p>
        Telefonunuzu kaybederseniz bu kodlardan biriyle girersiniz. Her kod bir kez kullanılır.
        Kodlar bir daha gösterilmez: şimdi güvenli bir yere kaydedin.
      </p>
      <ul className="recovery-codes" aria-label="Kurtarma kodları">{rows}</ul>
      <div className="form-end">
        <Button icon="copy" onClick={copy}>Kopyala</Button>
        <Button icon="download" onClick={download}>İndir</Button>
        <Button onClick={() => print()}>Yazdır</Button>
      </div>
      <div className="form-end">
        <Button look="primary" onClick={onSaved}>Kaydettim</Button>
      </div>
      <PrintCodes title={TITLE} rows={rows} />
    </div>
  );
}

/** On paper. Placed beside the panel and hidden on the screen, so that print can leave out everything else. */
function PrintCodes({ title, rows }: { title: string; rows: ReactNode }) {
  return createPortal(
    <div className="print-codes" aria-hidden="true">
      <p>{title}</p>
      <ul>{rows}</ul>
    </div>,
    document.body,
  );
}
