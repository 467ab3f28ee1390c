// /panel/dashboard: the requests that wait for a decision, the queue, and the songs that cannot be played.
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import {
  AccountProblem,
  ClosedNotice,
  JumpBar,
  PauseButtons,
} from "../../dashboard/AboveLists.tsx";
import { PendingList } from "../../dashboard/PendingList.tsx";
import { QueueBoard } from "../../dashboard/QueueBoard.tsx";
import { UnplayableList } from "../../dashboard/UnplayableList.tsx";
import { type Connection, loadFacts, useCafeLists, useFacts } from "../../live/use_facts.ts";
import { useGuestHouse } from "../../live/use_guest_house.ts";
import { CAFE } from "../../queries.ts";
import { ScreenLoading } from "../../ScreenStates.tsx";
import { needsAccount } from "../../source_traits.ts";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/dashboard")({
  loader: async ({ context }) => {
    await loadFacts(context);
    // A script of its own, since only a new cafe needs it.
    const isNew = context.queries.known(CAFE)?.firstSteps !== undefined;
    return isNew ? (await import("../../dashboard/FirstSteps.tsx")).FirstSteps : null;
  },
  head: titled("İstekler"),
  component: Dashboard,
});

function Dashboard() {
  const FirstSteps = Route.useLoaderData();
  const facts = useFacts();
  const { pending, queue, waiting, unplayable } = useCafeLists();
  const house = useGuestHouse();
  // The facts are forgotten when the login ends.
  if (!facts) return <ScreenLoading />;
  const { approvesAll } = facts.cafe;
  return (
    <>
      <PageHeading title="İstekler" lead={facts.cafe.name}>
        <PauseButtons house={house} />
      </PageHeading>
      <ClosedNotice house={house} />
      {pending.length === 0 && FirstSteps && <FirstSteps facts={facts} />}
      {/* The first steps have the way to an account that was never connected. */}
      {needsAccount(facts.cafe.source) && !(facts.cafe.firstSteps && isNew(facts.connection)) && (
        <AccountProblem connection={facts.connection} />
      )}
      <JumpBar pending={pending.length} queued={queue.length} />
      <div className="dashboard" data-unasked={approvesAll && pending.length === 0 || undefined}>
        <PendingList requests={pending} approvesAll={approvesAll} />
        <div className="dashboard-side">
          <QueueBoard {...{ queue, waiting, pending, approvesAll }} />
          <UnplayableList requests={unplayable} />
        </div>
      </div>
      {/* What waits comes first. */}
      {pending.length > 0 && FirstSteps && <FirstSteps facts={facts} />}
    </>
  );
}

function isNew(connection: Connection): boolean {
  return !("unchecked" in connection) && connection.reason === "never_connected";
}
