// The radio group of tips. 'Başka tutar' opens a field for any amount.
import { useEffect, useRef } from "react";
import { AMOUNTS, SUPPORT_AMOUNTS, type TipChoice, tipLabel } from "./tip_choice.ts";

export interface TipFieldsetProps {
  choice: TipChoice;
  choose: (choice: TipChoice) => void;
  /** What is wrong with the amount that was typed. */
  fault: string | undefined;
  /** Whether the tip is added to a request. */
  supports: boolean;
}

export function TipFieldset({ choice, choose, fault, supports }: TipFieldsetProps) {
  const field = useRef<HTMLInputElement>(null);
  const other = choice.amount === undefined;
  /** Arrow keys click too: a guest who moves through the choices with them stays among them. */
  const pressed = useRef(false);
  useEffect(() => {
    if (other && pressed.current) field.current!.focus();
  }, [other]);
  return (
    <fieldset className="tips">
      <legend>{supports ? "Desteğiniz" : "Bahşiş (isteğe bağlı)"}</legend>
      <div className="tip-choices">
        {(supports ? SUPPORT_AMOUNTS : AMOUNTS).map((amount) => (
          <label key={amount} className="tip-choice">
            <input
              type="radio"
              name="tip"
              checked={choice.amount === amount}
              onChange={() =>
                choose({ ...choice, amount })}
            />
            {tipLabel(amount)}
          </label>
        ))}
        <label className="tip-choice">
          <input
            type="radio"
            name="tip"
            checked={other}
            onChange={() => choose({ ...choice, amount: undefined })}
            onClick={({ detail }) => pressed.current = detail > 0}
          />
          Başka tutar
        </label>
      </div>
      {other && (
        <div className="field tip-field">
          <label htmlFor="tip-amount">Tutar (TL)</label>
          <input
            ref={field}
            id="tip-amount"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            placeholder="12,50"
            value={choice.typed}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? "tip-fault" : undefined}
            onChange={(event) => choose({ ...choice, typed: event.currentTarget.value })}
          />
          {fault && <p className="field-error" id="tip-fault" role="alert">{fault}</p>}
        </div>
      )}
    </fieldset>
  );
}
