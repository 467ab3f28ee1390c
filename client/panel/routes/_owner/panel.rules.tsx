// /panel/rules: the rules of the house (docs/house.md#screen).
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { loadFacts, useCafeLists } from "../../live/use_facts.ts";
import { useGuestHouse } from "../../live/use_guest_house.ts";
import { asked, RULES, TABLES, useLoaded } from "../../queries.ts";
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
import { titled } from "../../title.ts";

const BLOCKS = asked("GET /api/blocks");
const WEEK = asked("GET /api/house/week");

export const Route = createFileRoute("/_owner/panel/rules")({
  loader: ({ context }) => {
    const { load } = context.queries;
    return Promise.all([load(RULES), load(TABLES), load(BLOCKS), load(WEEK), loadFacts(context)]);
  },
  head: titled("Kurallar"),
  component: Rules,
  errorComponent: failedWith("Kurallar yüklenemedi."),
});

function Rules() {
  const rules = useLoaded(RULES);
  const tables = useLoaded(TABLES);
  const blocks = useLoaded(BLOCKS);
  const week = useLoaded(WEEK);
  const house = useGuestHouse();
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
