// Which songs guests may ask for.
import type { HouseRules } from "../../../server/contract/house.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { BlockedWords } from "./BlockedWords.tsx";
import { ExplicitRule } from "./ExplicitRule.tsx";
import { NumberRule } from "./NumberRule.tsx";

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
        effect="Bir şarkı, beklerken ve çaldıktan sonra bu süre geçmeden tekrar istenemez."
        none={NO_LIMIT}
      />
    </section>
  );
}
