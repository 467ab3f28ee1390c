// 'İki adımlı giriş' on the screen 'Oturumlar': its state, and the steps that change it (docs/accounts.md#second-factor).
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type {
  SecondFactorSecret,
  SecondFactorState,
} from "../../../server/contract/second_factor.ts";
import { usePanel } from "../services.ts";
import { BeginStep } from "./BeginStep.tsx";
import { ChangeStep } from "./ChangeStep.tsx";
import { Overview } from "./Overview.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { SetupStep } from "./SetupStep.tsx";

type Step =
  | { name: "overview" | "begin" | "off" | "renew" }
  | { name: "setup"; made: SecondFactorSecret }
  | { name: "codes"; codes: string[] };

export function SecondFactorSection({ state }: { state: SecondFactorState }) {
  const router = useRouter();
  const { notices } = usePanel();
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
    await router.invalidate();
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
