// How many requests a guest may have pending, and which requests enter the queue by themselves.
import type { HouseRules } from "../../../server/contract/house.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { ApprovalRule } from "./ApprovalRule.tsx";
import { NumberRule } from "./NumberRule.tsx";
import { beyond } from "./would_refuse.ts";
import { WouldRefuse } from "./WouldRefuse.tsx";

export function ApprovalSection(
  { rules, pending }: { rules: HouseRules; pending: OpenRequest[] },
) {
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
      <ApprovalRule rules={rules} />
    </section>
  );
}
