// Which songs guests may ask for.
import { useId } from "react";
import type { HouseRules } from "../../../server/contract/house.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { BlockedWords } from "./BlockedWords.tsx";
import { NumberRule } from "./NumberRule.tsx";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";

const NO_LIMIT = "Boş bırakırsanız sınır olmaz.";

export function SongsSection({ rules, pending }: { rules: HouseRules; pending: OpenRequest[] }) {
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
        effect="Bir şarkı, çaldıktan sonra bu süre geçmeden ve bekleyenler arasındayken tekrar istenemez."
        none={NO_LIMIT}
      />
    </section>
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
