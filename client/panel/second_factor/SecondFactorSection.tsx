// 'İki adımlı giriş' on the screen 'Güvenlik': its state, and the steps that change it (docs/accounts.md#second-factor).
import { useEffect, useRef, useState } from "react";
import type { SecondFactorSecret, SecondFactorState } from "../../../server/contract/account.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { usePanel } from "../services.ts";
import { ChangeStep } from "./ChangeStep.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { BeginStep, SetupStep } from "./TurnOnSteps.tsx";

type Step =
  | { name: "overview" | "begin" | "off" | "renew" }
  | { name: "setup"; made: SecondFactorSecret }
  | { name: "codes"; codes: string[] };

export function SecondFactorSection({ state }: { state: SecondFactorState }) {
  const { notices, queries } = usePanel();
  const [step, setStep] = useState<Step>({ name: "overview" });
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = useRef(false);
  const show = (next: Step) => {
    changed.current = true;
    setStep(next);
  };
  const back = () => show({ name: "overview" });
  // What had the focus is gone with its step.
  useEffect(() => {
    if (changed.current && step.name === "overview") heading.current?.focus();
  }, [step]);
  /** Tells what was done, and loads the state and the logins anew. */
  const done = async (text: string, next: Step) => {
    show(next);
    notices.show("success", text);
    await queries.refreshAfter("PUT /api/auth/second-factor");
  };
  return (
    <section className="card second-factor" aria-labelledby="second-factor">
      <h2 id="second-factor" ref={heading} tabIndex={-1}>İki adımlı giriş</h2>
      {step.name === "overview" && <Overview state={state} onStep={(name) => show({ name })} />}
      {step.name === "begin" && (
        <BeginStep onMade={(made) => show({ name: "setup", made })} onCancel={back} />
      )}
      {step.name === "setup" && (
        <SetupStep
          made={step.made}
          onCodes={(codes) => done("İki adımlı giriş açıldı.", { name: "codes", codes })}
          onCancel={back}
        />
      )}
      {step.name === "codes" && <RecoveryCodes codes={step.codes} onSaved={back} />}
      {step.name === "off" && (
        <ChangeStep
          change="off"
          onOff={() => done("İki adımlı giriş kapatıldı.", { name: "overview" })}
          onCancel={back}
        />
      )}
      {step.name === "renew" && (
        <ChangeStep
          change="renew"
          onCodes={(codes) => done("Yeni kurtarma kodları oluşturuldu.", { name: "codes", codes })}
          onCancel={back}
        />
      )}
    </section>
  );
}

/** With as many or fewer recovery codes left it is time for new ones. */
const FEW = 3;

interface OverviewProps {
  state: SecondFactorState;
  onStep: (step: "begin" | "off" | "renew") => void;
}

function Overview({ state: { on, recoveryCodesLeft }, onStep }: OverviewProps) {
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
