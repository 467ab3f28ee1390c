// The secret for an authenticator app that cannot scan: to type, to copy, or to open on this device.
import type { SecondFactorSecret } from "../../../server/contract/second_factor.ts";
import { Button } from "../../components/Button.tsx";
import { copyText } from "../copy_text.ts";
import { usePanel } from "../services.ts";

export function SetupSecret({ secret, uri }: SecondFactorSecret) {
  const { notices } = usePanel();
  const copy = async () => {
    if (await copyText(secret)) notices.show("success", "Anahtar panoya kopyalandı!");
    else notices.show("error", "Anahtar kopyalanamadı. Uygulamaya kendiniz yazın.");
  };
  return (
    <div className="second-factor-secret">
      <p>
        Anahtar: <code>{secret.match(/.{1,4}/g)!.join(" ")}</code>
      </p>
      <Button icon="copy" onClick={copy}>Anahtarı kopyala</Button>
      <a href={uri}>Bu cihazdaki uygulamada aç</a>
    </div>
  );
}
