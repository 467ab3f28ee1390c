// The rules of approval, order, tips and tables, and what guests see of them.
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AskedOfWeek, CafeHouse, HouseRules } from "../../../server/contract/house.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { readAmount } from "../../lib/read_amount.ts";
import { TillLinkRule } from "./BlocksSection.tsx";
import {
  beyond,
  Choice,
  NumberRule,
  Saved,
  useSaving,
  WouldHaveRefused,
  WouldRefuse,
} from "./RuleFields.tsx";

// Which requests enter the queue by themselves (docs/house.md#approval).

type Approve = HouseRules["approve"];

const APPROVAL_WAYS: { value: Approve; label: string; effect: string }[] = [
  { value: "never", label: "Kapalı", effect: "Her isteğe siz karar verirsiniz." },
  {
    value: "from",
    label: "Belli bir bahşişten itibaren",
    effect: "Bahşişi bu tutara ulaşan istekler onayınızı beklemeden sıraya girer.",
  },
  {
    value: "always",
    label: "Her istek",
    effect: "Bütün istekler hemen sıraya girer. Sıradan yine de çıkarabilirsiniz.",
  },
];

function ApprovalRule({ rules }: { rules: HouseRules }) {
  const { shown, outcome, save } = useSaving(rules);
  /** The owner chose 'from', which cannot be saved before there is an amount. */
  const [waits, setWaits] = useState(false);
  const way = waits ? "from" : shown.approve;
  const choose = (value: Approve) => {
    const hasAmount = shown.approveFromTl !== null;
    setWaits(value === "from" && !hasAmount);
    if (value !== "from" || hasAmount) void save({ approve: value });
  };
  return (
    <div className="rule-switch">
      <Choice legend="Otomatik onay" options={APPROVAL_WAYS} chosen={way} choose={choose} />
      <Saved outcome={outcome} />
      {way === "from" && (
        <NumberRule
          rules={rules}
          name="approveFromTl"
          label="En az bahşiş (TL)"
          effect="Bir tutar girince kural geçerli olur."
          read={readAmount}
          along={{ approve: "from" }}
        />
      )}
    </div>
  );
}

export function ApprovalSection(
  { rules, pending, week }: { rules: HouseRules; pending: OpenRequest[]; week: AskedOfWeek },
) {
  const { perHour } = rules;
  return (
    <section className="card" aria-labelledby="rules-approval">
      <h2 id="rules-approval">Müşteriler ve onay</h2>
      <div className="rule-switch">
        <NumberRule
          rules={rules}
          name="perGuest"
          label="Müşteri başına bekleyen istek"
          effect="Bir müşterinin onay bekleyen en fazla bu kadar isteği olabilir."
          none="Boş bırakırsanız sınır olmaz."
        />
        <WouldRefuse count={beyond(rules.perGuest, pending)} />
      </div>
      <div className="rule-switch">
        <NumberRule
          rules={rules}
          name="perHour"
          label="Müşterinin bir saatteki istekleri"
          effect="Bir müşteri 60 dakikada en fazla bu kadar şarkı isteyebilir."
          none="Boş bırakırsanız sınır olmaz."
        />
        <WouldHaveRefused
          counts={week.ofHour}
          refuses={perHour !== null && ((nth) => nth > perHour)}
        />
      </div>
      <ApprovalRule rules={rules} />
    </section>
  );
}

// In which order the queue plays (docs/house.md#order).

const ORDERS: { value: HouseRules["order"]; label: string; effect: string }[] = [
  { value: "tip", label: "Bahşişe göre", effect: "Önce en yüksek bahşişli şarkı çalar." },
  {
    value: "patience",
    label: "Bahşişe göre, bekleyen unutulmadan",
    effect: "Önüne çok şarkı geçen bir şarkı, bahşişi ne olursa olsun ilk sırayı alır.",
  },
];

export function OrderRule({ rules }: { rules: HouseRules }) {
  const { shown, outcome, save } = useSaving(rules);
  return (
    <section className="card" aria-labelledby="rules-order">
      <h2 id="rules-order">Sıra</h2>
      <div className="rule-switch">
        <Choice
          legend="Şarkıların sırası"
          options={ORDERS}
          chosen={shown.order}
          choose={(order) => void save({ order })}
        />
        <Saved outcome={outcome} />
        {shown.order === "patience" && (
          <NumberRule
            rules={rules}
            name="patienceSongs"
            label="Öne geçebilecek şarkı sayısı"
            effect="Bir şarkının önüne sonradan gelen en fazla bu kadar şarkı geçebilir."
          />
        )}
      </div>
    </section>
  );
}

// The choice of who collects the tips: the platform or the cafe's till (docs/money.md#till).

const PLACES: { value: HouseRules["tips"]; label: string; effect: string }[] = [
  {
    value: "platform",
    label: "Kazancıma yazılsın",
    effect: "Çalan şarkıların bahşişi kazancınıza yazılır ve IBAN'ınıza ödenir.",
  },
  {
    value: "till",
    label: "Kasada ödensin",
    effect:
      "Müşteriler bahşişi kasada öder, alındığını siz işaretlersiniz. Kazancınıza yazılmaz, ödeme oluşturulmaz. Önceki istekler değişmez.",
  },
];

export function TipsSection({ rules }: { rules: HouseRules }) {
  const { shown, outcome, save } = useSaving(rules);
  return (
    <section className="card" aria-labelledby="rules-tips">
      <h2 id="rules-tips">Bahşişler</h2>
      <div className="rule-switch">
        <Choice
          legend="Bahşişin ödendiği yer"
          options={PLACES}
          chosen={shown.tips}
          choose={(tips) => void save({ tips })}
        />
        <Saved outcome={outcome} />
        {shown.tips === "till" && <TillLinkRule rules={rules} />}
      </div>
    </section>
  );
}

// Whether requests come from a table (docs/house.md#tables).

const TABLE_WAYS: { value: HouseRules["tables"]; label: string; effect: string }[] = [
  {
    value: "off",
    label: "Kapalı",
    effect: "Masa sorulmaz; okutulan masa kodları dikkate alınmaz.",
  },
  {
    value: "optional",
    label: "İsteğe bağlı",
    effect: "Masasındaki kodu okutan müşterinin isteğinde masasını görürsünüz.",
  },
  {
    value: "required",
    label: "Zorunlu",
    effect: "Yalnızca masasındaki kodu okutan müşteriler istek gönderebilir.",
  },
];

interface TablesSectionProps {
  rules: HouseRules;
  count: number;
  pending: OpenRequest[];
}

export function TablesSection({ rules, count, pending }: TablesSectionProps) {
  const { shown, outcome, save } = useSaving(rules);
  return (
    <section className="card" aria-labelledby="rules-tables">
      <h2 id="rules-tables">Masalar</h2>
      <div className="rule-switch">
        <Choice
          legend="Masa kodu"
          options={TABLE_WAYS}
          chosen={shown.tables}
          choose={(tables) => void save({ tables })}
        />
        <Saved outcome={outcome} />
        {shown.tables === "required" && (
          <WouldRefuse count={pending.filter(({ table }) => table === null).length} />
        )}
        {shown.tables !== "off" && count === 0 && (
          <p className="rule-missing">
            {shown.tables === "required"
              ? "Henüz masanız yok, bu yüzden kimse istek gönderemez."
              : "Henüz masanız yok."}
          </p>
        )}
        <Link to="/panel/share" className="rule-link">Masaları ekleyin, kartlarını yazdırın</Link>
      </div>
    </section>
  );
}

// What guests read of the rules at this moment.

/** `house` is undefined until it is known. */
export function GuestPreview({ house }: { house: CafeHouse | undefined }) {
  return (
    <section className="card rules-preview" aria-labelledby="rules-preview">
      <h2 id="rules-preview">Müşteriler ne görüyor?</h2>
      {house && house.lines.length === 0 && (
        <p>Bir kural koymadınız; müşteriler her zaman her şarkıyı isteyebiliyor.</p>
      )}
      {house && house.lines.length > 0 && (
        <>
          <p>Bu cümleler kafenizin sayfasında, aramanın altında:</p>
          <ul>{house.lines.map((line) => <li key={line}>{line}</li>)}</ul>
        </>
      )}
      {house && !house.open && (
        <p className="field-hint">
          Şu an istek alınmadığı için aramanın yerinde yalnızca ilk cümle görünüyor.
        </p>
      )}
    </section>
  );
}
