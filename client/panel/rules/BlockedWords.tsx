// Words that must not be in a title or an artist's name: added one by one or with commas, and removed by a press.
import { type FormEvent, useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { fold } from "../../../server/contract/fold.ts";
import { FIELD_MESSAGES } from "../../../server/contract/field_messages.ts";
import { HouseRules, type HouseRules as Rules } from "../../../server/contract/house.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { TextField } from "../../components/TextField.tsx";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";
import { blockedBy } from "./would_refuse.ts";
import { WouldRefuse } from "./WouldRefuse.tsx";

export function BlockedWords({ rules, pending }: { rules: Rules; pending: OpenRequest[] }) {
  const id = useId();
  const { shown: { blockedWords }, outcome, save } = useSaving(rules);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    input.current!.focus();
    const words = withWords(blockedWords, text);
    setFault(words ? undefined : FIELD_MESSAGES.blockedWords);
    if (!words) return;
    setText("");
    // What was typed is not lost.
    if (words.length > blockedWords.length && !await save({ blockedWords: words })) setText(text);
  };
  const remove = (word: string) => {
    input.current!.focus();
    void save({ blockedWords: blockedWords.filter((other) => other !== word) });
  };
  return (
    <form className="rule-words" noValidate onSubmit={add}>
      <div className="rule-words-line">
        <TextField
          ref={input}
          label="Yasaklı kelimeler"
          hint="Adında veya sanatçısında bu kelime ya da söz geçen şarkılar istenemez. Yalnızca tam kelimeler aranır; müşteriler bu listeyi görmez."
          error={fault}
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={2000}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">Ekle</Button>
      </div>
      {blockedWords.length > 0 && (
        <ul className="words" aria-label="Yasaklı kelimeler" id={id}>
          {blockedWords.map((word) => (
            <li key={word}>
              <button
                type="button"
                className="word"
                aria-label={`Kaldır: ${word}`}
                onClick={() => remove(word)}
              >
                {word}
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <WouldRefuse count={blockedBy(blockedWords, pending)} />
      <Saved outcome={outcome} />
    </form>
  );
}

/** The words with those in `text`, undefined if they are not allowed. Words that are equal once folded are one. */
function withWords(words: string[], text: string): string[] | undefined {
  const added = text.split(",").map((word) => word.trim()).filter((word) => word !== "");
  const known = new Map([...words, ...added].reverse().map((word) => [fold(word), word]));
  const all = [...words, ...added].filter((word) => known.get(fold(word)) === word);
  const distinct = [...new Set(all)];
  const isValid = added.length > 0 && !known.has("") &&
    z.safeParse(HouseRules.shape.blockedWords, distinct).success;
  return isValid ? distinct : undefined;
}
