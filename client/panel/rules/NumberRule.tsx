// A rule that is one number: saved when the field is left, or with Enter.
import { type FormEvent, useEffect, useState } from "react";
import * as z from "zod/mini";
import { FIELD_MESSAGES } from "../../../server/contract/field_messages.ts";
import {
  HouseRules,
  type HouseRules as Rules,
  type HouseRulesChange,
} from "../../../server/contract/house.ts";
import { TextField } from "../../components/TextField.tsx";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";

type NumberName =
  | "lastCallMinutes"
  | "longestMinutes"
  | "repeatMinutes"
  | "perGuest"
  | "patienceSongs"
  | "approveFromTl";

export interface NumberRuleProps {
  rules: Rules;
  name: NumberName;
  label: string;
  /** What the rule does. */
  effect: string;
  /** What an empty field means; without it, a number has to be given. */
  none?: string;
  /** Reads what was typed, undefined if it is no number. Whole numbers by default. */
  read?: (text: string) => number | undefined;
  /** What else changes with it. */
  along?: HouseRulesChange;
}

export function NumberRule(
  { rules, name, label, effect, none, read = wholeNumber, along }: NumberRuleProps,
) {
  const { shown, outcome, save } = useSaving(rules);
  const saved = asText(shown[name]);
  const [text, setText] = useState(saved);
  const [fault, setFault] = useState<string>();
  useEffect(() => setText(saved), [saved]);

  const submit = () => {
    if (text.trim() === saved) return setFault(undefined);
    const value = text.trim() === "" && none ? null : read(text.trim());
    const fits = value !== undefined && z.safeParse(HouseRules.shape[name], value).success;
    setFault(fits ? undefined : FIELD_MESSAGES[name]);
    if (fits) void save({ [name]: value, ...along });
  };
  return (
    <form
      className="rule-number"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={label}
        hint={none ? `${effect} ${none}` : effect}
        error={fault}
        value={text}
        inputMode={name === "approveFromTl" ? "decimal" : "numeric"}
        autoComplete="off"
        maxLength={12}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={submit}
      />
      <Saved outcome={outcome} />
    </form>
  );
}

function wholeNumber(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** As it is typed in Turkish. */
function asText(value: number | null): string {
  return value === null ? "" : String(value).replace(".", ",");
}
