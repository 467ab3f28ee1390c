// Takes one of the guest's own requests back, after a question in its row (docs/requests.md#take-back).
import { useState } from "react";
import type { OwnRequest } from "../../server/contract/own_requests.ts";
import { call, sentenceOf } from "../lib/http.ts";
import { focus, TakeBackQuestion } from "./TakeBackQuestion.tsx";

export interface TakeBackProps {
  request: OwnRequest;
  /** Shows that the request of this song was taken back. */
  taken: (title: string) => Promise<void>;
}

/** Whatever takes the place of what had the focus takes the focus. At first nothing does. */
export function TakeBack({ request: { _id, songTitle, canTakeBack }, taken }: TakeBackProps) {
  const [step, setStep] = useState<"offer" | "question" | "busy" | "kept">("offer");
  const [fault, setFault] = useState("");
  const ask = () => {
    setFault("");
    setStep("question");
  };
  const keep = () => step !== "busy" && setStep("kept");
  const takeBack = async () => {
    if (step === "busy") return;
    setStep("busy");
    try {
      await call("DELETE /api/requests/:id", { params: { id: _id } });
    } catch (error) {
      setFault(sentenceOf(error) || "Bağlantı yok. Bağlantı gelince tekrar deneyin.");
      return setStep("offer");
    }
    await taken(songTitle);
  };
  if (step === "question" || step === "busy") {
    return <TakeBackQuestion busy={step === "busy"} keep={keep} takeBack={takeBack} />;
  }
  return (
    <>
      {fault && <p ref={focus} className="own-sentence own-fault" tabIndex={-1}>{fault}</p>}
      {canTakeBack && (
        <button
          ref={step === "kept" ? focus : null}
          type="button"
          className="button row-action"
          aria-label={`Geri al: ${songTitle}`}
          onClick={ask}
        >
          Geri al
        </button>
      )}
    </>
  );
}
