// The fields of the rules: each is saved as it is changed, and says so (docs/house.md).
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { FIELD_MESSAGES } from "../../../server/contract/field_messages.ts";
import { fold, foldedSong } from "../../../server/contract/fold.ts";
import {
  type AskedOfWeek,
  HouseRules,
  type HouseRules as Rules,
  type HouseRulesChange,
} from "../../../server/contract/house.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { Icon } from "../../components/Icon.tsx";
import { TextField } from "../../components/TextField.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { RULES, useChange } from "../queries.ts";
import { usePanel } from "../services.ts";

const FAILED = "Kaydedilemedi.";
const NOT_REACHED = "Bağlantınızı kontrol edip tekrar deneyin.";

/** How the latest change ended. */
interface Outcome {
  saved?: boolean;
  error?: string;
}

interface Saving {
  /** The rules with what is being saved. */
  shown: HouseRules;
  outcome: Outcome;
  /** Sends changes one after the other. Resolves to whether it was saved. */
  save(change: HouseRulesChange): Promise<boolean>;
}

/** `rules` are those that the server has. */
export function useSaving(rules: HouseRules): Saving {
  const { api, queries } = usePanel();
  const [outcome, setOutcome] = useState<Outcome>({});
  const latest = useRef<HouseRulesChange>(undefined);
  const { pending, change: send } = useChange("house", async (body: HouseRulesChange) => {
    // What was saved stays shown, also if the rules cannot be read after it.
    await queries.showAnswer(RULES, () => api("PUT /api/house", { body }));
    await queries.refreshAfter("PUT /api/house");
  });
  const save = async (change: HouseRulesChange) => {
    latest.current = change;
    setOutcome({});
    const ended: Outcome = await send(change).then(
      () => ({ saved: true }),
      (error) => ({ error: `${FAILED} ${sentenceOf(error) || NOT_REACHED}` }),
    );
    // A later change says how it ended itself.
    if (latest.current === change) setOutcome(ended);
    return ended.saved === true;
  };
  return { shown: Object.assign({}, rules, ...pending), outcome, save };
}

// Says below a control how its latest change ended.

export function Saved({ outcome: { saved, error } }: { outcome: Outcome }) {
  return (
    <>
      {/* Always there, so that screen readers hear what is put into it. */}
      <p className="rule-saved" role="status">
        {saved && (
          <>
            <Icon name="check" />
            Kaydedildi
          </>
        )}
      </p>
      {error && <p className="field-error" role="alert">{error}</p>}
    </>
  );
}

// A choice among a few values of one rule, each with a line about its effect.

interface ChoiceProps<Value extends string> {
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

// A rule that is one number: saved when the field is left, or with Enter.

type NumberName = {
  [Name in keyof Rules]: Rules[Name] extends number | null ? Name : never;
}[keyof Rules];

interface NumberRuleProps {
  rules: Rules;
  name: NumberName;
  label: string;
  effect: string;
  /** What an empty field means; without it, a number has to be given. */
  none?: string;
  /** Reads what was typed, undefined if it is no number. Whole numbers by default. */
  read?: (text: string) => number | undefined;
  /** The other rules that are saved together with this one. */
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

// How many of the pending requests a rule would refuse. Pure.

/** Those with one of `words` in title or artist (docs/house.md#blocked-words). */
export function blockedBy(words: readonly string[], pending: readonly OpenRequest[]): number {
  const folded = words.map((word) => ` ${fold(word)} `);
  return pending.filter(({ songTitle, artist }) => {
    const song = foldedSong(songTitle, artist);
    return folded.some((word) => song.includes(word));
  }).length;
}

/** The requests that guests have pending beyond `perGuest`. */
export function beyond(perGuest: number | null, pending: readonly OpenRequest[]): number {
  if (perGuest === null) return 0;
  // Each of a guest's requests says how many the guest has.
  const shares = pending.map(({ sameGuest }) => Math.max(0, sameGuest - perGuest) / sameGuest);
  return Math.round(shares.reduce((sum, share) => sum + share, 0));
}

// Tells what a rule means for the requests that are pending: they stay, since the rule holds for new ones.

export function WouldRefuse({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="rule-would">
      Bu kuralla şu an bekleyen {count} istek reddedilirdi. Bekleyenlere siz karar verirsiniz.
    </p>
  );
}

// Tells what a rule of a number would have refused in the last seven days.

interface WouldHaveRefusedProps {
  counts: AskedOfWeek[keyof AskedOfWeek];
  /** Whether the rule refuses a request of this step. */
  refuses: ((step: number) => boolean) | false;
}

export function WouldHaveRefused({ counts, refuses }: WouldHaveRefusedProps) {
  if (!refuses) return null;
  const refused = counts.filter(({ step }) => refuses(step));
  const requests = refused.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <p className="rule-would">
      {requests === 0
        ? "Son 7 günde bu kural hiçbir isteği reddetmezdi."
        : `Son 7 günde bu kural ${requests} isteği reddederdi.`}
    </p>
  );
}
