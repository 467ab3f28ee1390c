// Which songs guests may ask for.
import { type FormEvent, useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { FIELD_MESSAGES } from "../../../server/contract/field_messages.ts";
import { fold } from "../../../server/contract/fold.ts";
import { type AskedOfWeek, HouseRules } from "../../../server/contract/house.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/TextField.tsx";
import { ChipList } from "../ChipList.tsx";
import {
  blockedBy,
  NumberRule,
  Saved,
  useSaving,
  WouldHaveRefused,
  WouldRefuse,
} from "./RuleFields.tsx";

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

function BlockedWords({ rules, pending }: { rules: HouseRules; pending: OpenRequest[] }) {
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
      <ChipList name="Yasaklı kelimeler" items={blockedWords} remove={remove} />
      <WouldRefuse count={blockedBy(blockedWords, pending)} />
      <Saved outcome={outcome} />
    </form>
  );
}

function ExplicitRule({ rules }: { rules: HouseRules }) {
  const id = useId();
  const { shown, outcome, save } = useSaving(rules);
  return (
    <div className="rule-switch">
      <div className="rule-option">
        <input
          type="checkbox"
          id={id}
          checked={shown.explicit === "refused"}
          aria-describedby={`${id}-effect`}
          onChange={(event) =>
            void save({ explicit: event.currentTarget.checked ? "refused" : "allowed" })}
        />
        <label htmlFor={id}>Uygunsuz sözlü şarkıları reddet</label>
        <p className="field-hint" id={`${id}-effect`}>
          Müzik servisinin uygunsuz olarak işaretlediği şarkılar aramada çıkmaz ve istenemez.
        </p>
      </div>
      <Saved outcome={outcome} />
    </div>
  );
}

const NO_LIMIT = "Boş bırakırsanız sınır olmaz.";

export function SongsSection(
  { rules, pending, week }: { rules: HouseRules; pending: OpenRequest[]; week: AskedOfWeek },
) {
  const { artistMinutes } = rules;
  return (
    <section className="card" aria-labelledby="rules-songs">
      <h2 id="rules-songs">Şarkılar</h2>
      <ExplicitRule rules={rules} />
      <BlockedWords rules={rules} pending={pending} />
      <NumberRule
        rules={rules}
        name="longestMinutes"
        label="En uzun şarkı (dakika)"
        effect="Bundan uzun şarkılar istenemez."
        none={NO_LIMIT}
      />
      <NumberRule
        rules={rules}
        name="repeatMinutes"
        label="Tekrar süresi (dakika)"
        effect="Bir şarkı, beklerken ve çaldıktan sonra bu süre geçmeden tekrar istenemez."
        none={NO_LIMIT}
      />
      <div className="rule-switch">
        <NumberRule
          rules={rules}
          name="artistMinutes"
          label="Aynı sanatçı (dakika)"
          effect="Bir sanatçı, şarkısı beklerken ve çaldıktan sonra bu süre geçmeden tekrar istenemez."
          none={NO_LIMIT}
        />
        <WouldHaveRefused
          counts={week.afterArtist}
          refuses={artistMinutes !== null && ((minutes) => minutes < artistMinutes)}
        />
      </div>
    </section>
  );
}
