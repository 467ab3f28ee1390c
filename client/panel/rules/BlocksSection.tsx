// The guests whose requests are refused tonight (docs/house.md#blocks), and the cafe's payment link (docs/money.md#till-link).
import { type FormEvent, useEffect, useState } from "react";
import * as z from "zod/mini";
import { FIELD_MESSAGES } from "../../../server/contract/field_messages.ts";
import {
  type Block,
  HouseRules,
  type HouseRules as Rules,
} from "../../../server/contract/house.ts";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/TextField.tsx";
import { formatTime, shortTitle } from "../../lib/format.ts";
import { useSave } from "../use_save.ts";
import { Saved, useSaving } from "./RuleFields.tsx";

export function BlocksSection({ blocks }: { blocks: Block[] }) {
  const { saving, save } = useSave("DELETE /api/blocks/:id", {
    done: "Bu müşteri yeniden istek gönderebilir.",
    failed: "Engel kaldırılamadı.",
  });
  return (
    <section className="card" aria-labelledby="rules-blocks">
      <h2 id="rules-blocks">Bu akşam istek alınmayanlar</h2>
      {blocks.length === 0
        ? (
          <p className="field-hint">
            Kimse engelli değil. Bir müşteriyi, isteğinin yanındaki menüden sabah 06.00'ya kadar
            engelleyebilirsiniz.
          </p>
        )
        : (
          <ul className="blocks">
            {blocks.map((block) => (
              <li key={block._id}>
                <p>
                  '{shortTitle(block.songTitle)}' isteyen müşteri{" "}
                  <span className="field-hint">
                    {formatTime(block.until)}'ya kadar · {block.by}
                  </span>
                </p>
                <Button
                  busy={saving?.params.id === block._id}
                  onClick={() => save({ params: { id: block._id } })}
                >
                  Kaldır
                </Button>
              </li>
            ))}
          </ul>
        )}
    </section>
  );
}

/** Saved when the field is left, or with Enter, as the rules that are numbers. */
export function TillLinkRule({ rules }: { rules: Rules }) {
  const { shown, outcome, save } = useSaving(rules);
  const saved = shown.tillLink ?? "";
  const [text, setText] = useState(saved);
  const [fault, setFault] = useState<string>();
  useEffect(() => setText(saved), [saved]);
  const submit = () => {
    const value = text.trim() || null;
    if (value === shown.tillLink) return setFault(undefined);
    const fits = z.safeParse(HouseRules.shape.tillLink, value).success;
    setFault(fits ? undefined : FIELD_MESSAGES.tillLink);
    if (fits) void save({ tillLink: value });
  };
  return (
    <form
      className="rule-number rule-link-field"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label="Ödeme bağlantınız"
        hint="https ile başlayan bir adres ya da FAST QR kodunuzun metni. Bahşişli bir istek gönderen müşteri, kasanın yanında bunu da görür. Ödemeyi yine siz işaretlersiniz."
        error={fault}
        value={text}
        autoComplete="off"
        spellCheck={false}
        maxLength={512}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={submit}
      />
      <Saved outcome={outcome} />
    </form>
  );
}
