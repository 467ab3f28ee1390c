// Whether the second factor is on, and the buttons that begin to change it.
import type { SecondFactorState } from "../../../server/contract/second_factor.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";

/** With as many or fewer recovery codes left it is time for new ones. */
const FEW = 3;

export interface OverviewProps {
  state: SecondFactorState;
  onStep: (step: "begin" | "off" | "renew") => void;
}

export function Overview({ state: { on, recoveryCodesLeft }, onStep }: OverviewProps) {
  if (!on) {
    return (
      <>
        <p>
          Kapalı. Açarsanız girişte şifrenizden sonra telefonunuzdaki doğrulama uygulamasının
          gösterdiği kod da sorulur; şifrenizi öğrenen biri hesabınıza giremez.
        </p>
        <div className="form-end">
          <Button onClick={() => onStep("begin")}>İki adımlı girişi aç</Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        Açık. Girişte şifrenizden sonra doğrulama uygulamanızdaki kod da sorulur. Kalan kurtarma
        kodu: {recoveryCodesLeft}.
      </p>
      {recoveryCodesLeft <= FEW && (
        <Notice text="Az kurtarma kodunuz kaldı. Telefonunuzu kaybederseniz girebilmek için yenilerini oluşturun." />
      )}
      <div className="form-end">
        <Button onClick={() => onStep("renew")}>Kurtarma kodlarını yenile</Button>
        <Button onClick={() => onStep("off")}>İki adımlı girişi kapat</Button>
      </div>
    </>
  );
}
