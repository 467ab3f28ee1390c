// The recovery codes, shown once: to copy, to download or to print.
import { Button } from "../../components/Button.tsx";
import { copyText } from "../copy_text.ts";
import { saveFile } from "../save_file.ts";
import { usePanel } from "../services.ts";
import { PrintCodes } from "./PrintCodes.tsx";
import { StepHeading } from "./StepHeading.tsx";

const TITLE = "Sıradaki kurtarma kodları";

export interface RecoveryCodesProps {
  codes: string[];
  /** The person has kept them. */
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
