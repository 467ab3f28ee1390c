// /panel/rules: the rules of the house (docs/house.md#screen).
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { CafeHouse } from "../../../../server/contract/house.ts";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { useCafeLists } from "../../live/use_cafe_lists.ts";
import { useGuestHouse } from "../../live/use_guest_house.ts";
import { failedWith } from "../../LoadFailed.tsx";
import { ApprovalSection } from "../../rules/ApprovalSection.tsx";
import { GuestPreview } from "../../rules/GuestPreview.tsx";
import { OrderRule } from "../../rules/OrderRule.tsx";
import { RequestsSection } from "../../rules/RequestsSection.tsx";
import { SongsSection } from "../../rules/SongsSection.tsx";
import { TablesSection } from "../../rules/TablesSection.tsx";
import { TipsSection } from "../../rules/TipsSection.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/rules")({
  loader: async ({ context }) => {
    const [rules, tables] = await Promise.all([
      context.api("GET /api/house"),
      context.api("GET /api/tables"),
      context.liveCafe.load(),
    ]);
    return { rules, tables };
  },
  head: titled("Kurallar"),
  component: Rules,
  errorComponent: failedWith("Kurallar yüklenemedi."),
});

function Rules() {
  const { rules, tables } = Route.useLoaderData();
  const house = useGuestHouse(rules);
  const { pending } = useCafeLists();
  useRulesRefresh(house);
  return (
    <>
      <PageHeading
        title="Kurallar"
        lead="Müşteriler ne zaman, hangi şarkıları isteyebilir? Her değişiklik hemen kaydedilir."
      />
      <div className="rules">
        <RequestsSection rules={rules} />
        <SongsSection rules={rules} pending={pending} />
        <ApprovalSection rules={rules} pending={pending} />
        <OrderRule rules={rules} />
        <TablesSection rules={rules} count={tables.length} />
        <TipsSection rules={rules} />
        <GuestPreview house={house} />
      </div>
    </>
  );
}

/** Loads the rules again if what guests read of them has changed, for example because of another device. */
function useRulesRefresh(house: CafeHouse | undefined): void {
  const router = useRouter();
  const known = house && JSON.stringify(house.lines);
  const before = useRef(known);
  useEffect(() => {
    if (before.current !== undefined && known !== before.current) void router.invalidate();
    before.current = known;
  }, [known]);
}
