// Words that must not be in a title or an artist's name: added one by one or with commas, and removed by a press.
import { type FormEvent, useRef, useState } from "react";
import { FIELD_MESSAGES } from "../../../server/contract/field_messages.ts";
import type { HouseRules } from "../../../server/contract/house.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/TextField.tsx";
import { ChipList } from "../ChipList.tsx";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";
import { blockedBy } from "./would_refuse.ts";
import { withWords } from "./with_words.ts";
import { WouldRefuse } from "./WouldRefuse.tsx";

export function BlockedWords({ rules, pending }: { rules: HouseRules; pending: OpenRequest[] }) {
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
