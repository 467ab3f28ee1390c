// /panel/rules: the rules of the house (docs/house.md#screen).
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { useCafeLists, useFresh, useGuestHouse } from "../../live/use_live.ts";
import { failedWith } from "../../ScreenStates.tsx";
import {
  ApprovalSection,
  GuestPreview,
  OrderRule,
  TablesSection,
  TipsSection,
} from "../../rules/RuleSections.tsx";
import { BlocksSection } from "../../rules/BlocksSection.tsx";
import { RequestsSection } from "../../rules/RequestsSection.tsx";
import { SongsSection } from "../../rules/SongsSection.tsx";
import { type PanelServices, usePanel } from "../../services.ts";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/rules")({
  loader: async ({ context: { api, liveCafe } }) =>
    (await Promise.all([readRules(api), liveCafe.load()]))[0],
  head: titled("Kurallar"),
  component: Rules,
  errorComponent: failedWith("Kurallar yüklenemedi."),
});

async function readRules(api: PanelServices["api"]) {
  const [rules, tables, blocks, week] = await Promise.all([
    api("GET /api/house"),
    api("GET /api/tables"),
    api("GET /api/blocks"),
    api("GET /api/house/week"),
  ]);
  return { rules, tables, blocks, week };
}

function Rules() {
  const { api } = usePanel();
  const shown = Route.useLoaderData();
  const { rules, tables, blocks, week } = shown;
  useFresh(shown, () => readRules(api));
  const house = useGuestHouse(rules);
  const { pending } = useCafeLists();
  return (
    <>
      <PageHeading
        title="Kurallar"
        lead="Müşteriler ne zaman, hangi şarkıları isteyebilir? Her değişiklik hemen kaydedilir."
      />
      <div className="rules">
        <RequestsSection rules={rules} />
        <SongsSection rules={rules} pending={pending} week={week} />
        <ApprovalSection rules={rules} pending={pending} week={week} />
        <BlocksSection blocks={blocks} />
        <OrderRule rules={rules} />
        <TablesSection rules={rules} count={tables.length} pending={pending} />
        <TipsSection rules={rules} />
        <GuestPreview house={house} />
      </div>
    </>
  );
}
