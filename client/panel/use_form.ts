// The state of a form: it is checked before it is sent, sent once, and errors are shown at the fields they belong to.
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, sentenceOf } from "../lib/http.ts";

export type Values<Field extends string> = Record<Field, string>;
export type Faults<Field extends string> = Partial<Record<Field, string>>;

export interface FormRules<Field extends string> {
  /** Named as in the body that is sent, so that a refusal names the same. */
  fields: readonly Field[];
  /** Returns what is wrong with the values. The server checks them again. */
  check(values: Values<Field>): Faults<Field>;
  send(values: Values<Field>): Promise<unknown>;
  /** Shown if the server gives no sentence of its own. */
  fallback: string;
}

/** The state and the handlers of a form whose inputs are named by `fields`. */
export function useForm<Field extends string>(rules: FormRules<Field>) {
  const [faults, setFaults] = useState<Faults<Field>>({});
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // In an effect, so that the error message exists when the field is focused and is announced with it.
  useEffect(() => {
    const wrong = rules.fields.find((field) => faults[field]);
    const input = wrong && form.current?.elements.namedItem(wrong);
    if (input instanceof HTMLElement) input.focus();
  }, [faults]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    const values = Object.fromEntries(
      rules.fields.map((field) => [field, String(typed.get(field) ?? "")]),
    ) as Values<Field>;
    setFailure("");
    const found = rules.check(values);
    setFaults(found);
    if (Object.values(found).some(Boolean)) return;
    setBusy(true);
    try {
      await rules.send(values);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };

  function refuse(error: unknown): void {
    const sentence = sentenceOf(error) || rules.fallback;
    const about = error instanceof ApiError ? error.field : undefined;
    const field = rules.fields.find((name) => name === about);
    if (field) setFaults({ [field]: sentence } as Faults<Field>);
    else setFailure(sentence);
  }

  return {
    form: { ref: form, noValidate: true, onSubmit: submit },
    field: (name: Field) => ({ name, error: faults[name] }),
    /** What a field holds at this moment. */
    typed: (name: Field) => form.current ? String(new FormData(form.current).get(name)) : "",
    failure,
    busy,
  };
}
