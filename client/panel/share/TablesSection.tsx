// The tables of the room: added many at once, removed after a question, and given new codes (docs/house.md#tables).
import { Link } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { FIELD_MESSAGES } from "../../../server/contract/field_messages.ts";
import {
  type HouseRules,
  MAX_TABLES,
  type Table,
  TableLabel,
} from "../../../server/contract/house.ts";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/TextField.tsx";
import { ChipList } from "../ChipList.tsx";
import { usePanel } from "../services.ts";
import { useRowQuestion } from "../use_row_question.ts";
import { useSave } from "../use_save.ts";

/** 'Masa 1-20', with what stands before the numbers. */
const RANGE = /^(.*?)(\d{1,4})\s*[-–]\s*(\d{1,4})$/;

/** The labels in `text`, each once; undefined if there are none, too many, or one that is not allowed. */
export function newLabels(text: string): string[] | undefined {
  const names = text.split(/[,;\n]/).map((name) => name.trim()).filter((name) => name !== "");
  const labels = [...new Set(names.flatMap(labelsOf))];
  const isValid = labels.length > 0 && labels.length <= MAX_TABLES &&
    labels.every((label) => z.safeParse(TableLabel, label).success);
  return isValid ? labels : undefined;
}

/** Numbers alone are those of tables. */
function labelsOf(name: string): string[] {
  const [, before = "", first, last] = name.match(RANGE) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (count >= 1) {
    // One more than is allowed says as well that there are too many.
    const length = Math.min(count, MAX_TABLES + 1);
    return Array.from({ length }, (_, i) => `${before || "Masa "}${Number(first) + i}`);
  }
  return [/^\d+$/.test(name) ? `Masa ${name}` : name];
}

const EFFECTS: Record<HouseRules["tables"], string> = {
  off: "Masa kodları kapalı: kartlar sayfanızı açar, isteklerde masa görünmez.",
  optional: "Kartındaki kodu okutan müşterinin isteğinde masası görünür.",
  required: "Yalnızca masasındaki kodu okutan müşteriler istek gönderebilir.",
};

function TablesEffect({ rule }: { rule: HouseRules["tables"] }) {
  return (
    <div className="share-tables-rule">
      <p className="aside">{EFFECTS[rule]}</p>
      <Link to="/panel/rules">Kurallar ekranında değiştirin</Link>
    </div>
  );
}

interface TablesSectionProps {
  tables: readonly Table[];
  rule: HouseRules["tables"];
}

const FAILED = "Masalar değiştirilemedi.";

export function TablesSection({ tables, rule }: TablesSectionProps) {
  const { confirmation } = usePanel();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();

  const adding = useSave("POST /api/tables", {
    done: (_, { body: { labels } }) => {
      const known = new Set(tables.map(({ label }) => label));
      const count = labels.filter((label) => !known.has(label)).length;
      return count === 0 ? "Bu masalar zaten var." : `${count} masa eklendi.`;
    },
    failed: FAILED,
  });
  const removing = useSave("DELETE /api/tables/:id", { done: "Masa silindi.", failed: FAILED });
  const renewing = useSave("POST /api/tables/renew", {
    done: "Kodlar yenilendi.",
    failed: FAILED,
  });
  const ask = useRowQuestion<Table>({
    about: ({ _id, label }) =>
      tables.some((table) => table._id === _id)
        ? {
          title: `'${label}' silinsin mi?`,
          text: "Basılmış kartı artık çalışmaz. Gönderilmiş isteklerde masanın adı kalır.",
          action: "Masayı sil",
          danger: true,
        }
        : undefined,
    gone: ({ label }) => `'${label}' artık masalarınız arasında değil.`,
  });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    input.current!.focus();
    const labels = newLabels(text);
    setFault(labels ? undefined : FIELD_MESSAGES.labels);
    if (!labels) return;
    if (await adding.save({ body: { labels } })) setText("");
  };
  const remove = async (label: string) => {
    const table = tables.find((table) => table.label === label)!;
    const { _id } = table;
    if (!await ask(table)) return;
    await removing.save({ params: { id: _id } });
    input.current?.focus();
  };
  const renew = async () => {
    const sure = await confirmation.ask({
      title: "Kodlar yenilensin mi?",
      text:
        "Basılmış eski kartlar çalışmaz. Bütün masaların kartlarını yeniden yazdırmanız gerekir.",
      action: "Kodları yenile",
      danger: true,
    });
    if (sure) await renewing.save();
  };
  return (
    <section className="card share-tables" aria-labelledby="tables">
      <h2 id="tables">Masalar</h2>
      <TablesEffect rule={rule} />
      <form className="share-tables-form" noValidate onSubmit={add}>
        <TextField
          ref={input}
          label="Yeni masalar"
          hint="Virgülle ayırın, sayılar için aralık yazın. Örneğin: Masa 1-20, Bar"
          error={fault}
          value={text}
          autoComplete="off"
          maxLength={4000}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">Ekle</Button>
      </form>
      {tables.length > 0 && (
        <>
          <ChipList name="Masalar" items={tables.map(({ label }) => label)} remove={remove} />
          <Button look="quiet" className="share-tables-renew" onClick={renew}>
            Kodları yenile
          </Button>
        </>
      )}
    </section>
  );
}
