// A choice among a few values of one rule, each with a line about its effect.
import { type ReactNode, useId } from "react";

export interface ChoiceProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; effect: string }[];
  chosen: Value;
  choose: (value: Value) => void;
  /** What belongs to the value that is chosen. */
  children?: ReactNode;
}

export function Choice<Value extends string>(
  { legend, options, chosen, choose, children }: ChoiceProps<Value>,
) {
  const id = useId();
  return (
    <fieldset className="rule-choice">
      <legend>{legend}</legend>
      {options.map(({ value, label, effect }) => (
        <div key={value} className="rule-option">
          <input
            type="radio"
            id={`${id}-${value}`}
            name={id}
            checked={chosen === value}
            aria-describedby={`${id}-${value}-effect`}
            onChange={() => choose(value)}
          />
          <label htmlFor={`${id}-${value}`}>{label}</label>
          <p className="field-hint" id={`${id}-${value}-effect`}>{effect}</p>
        </div>
      ))}
      {children}
    </fieldset>
  );
}
