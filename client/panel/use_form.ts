// One form: checked here first, sent once, and what is wrong shown beside the field it belongs to.
import { type FormEvent, useEffect, useRef, useState } from "react";
import { fieldOfMessage } from "../../server/contract/field_messages.ts";
import { ApiError, sentenceOf } from "../lib/http.ts";

export type Values<Field extends string> = Record<Field, string>;
export type Faults<Field extends string> = Partial<Record<Field, string>>;

export interface FormRules<Field extends string> {
  fields: readonly Field[];
  /** What is wrong with what was typed; the server checks again. */
  check(values: Values<Field>): Faults<Field>;
  send(values: Values<Field>): Promise<unknown>;
  /** Said where the server gave no sentence of its own (spec 8). */
  fallback: string;
  /** The field that a refusal is about where its sentence does not tell. */
  fieldOf?(error: ApiError): Field | undefined;
}

/** State and handlers of a form whose inputs are named by `fields`. */
export function useForm<Field extends string>(rules: FormRules<Field>) {
  const [faults, setFaults] = useState<Faults<Field>>({});
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // The focus goes to the first wrong field once its sentence is there to be read with it.
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
    const about = error instanceof ApiError
      ? fieldOfMessage(error.msg) ?? rules.fieldOf?.(error)
      : undefined;
    const field = rules.fields.find((name) => name === about);
    if (field) setFaults({ [field]: sentence } as Faults<Field>);
    else setFailure(sentence);
  }

  return {
    form: { ref: form, noValidate: true, onSubmit: submit },
    field: (name: Field) => ({ name, error: faults[name] }),
    failure,
    busy,
  };
}
