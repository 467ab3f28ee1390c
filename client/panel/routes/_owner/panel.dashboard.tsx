// /panel/dashboard: the music account, what to play next, what waits for a decision, the queue.
import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { OfflineSign } from "../../../components/OfflineSign.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { notify } from "../../../lib/notices.ts";
import { connectSentence } from "../../connect_sentences.ts";
import { Announcer } from "../../dashboard/Announcer.tsx";
import { ConnectionCard } from "../../dashboard/ConnectionCard.tsx";
import { loadDashboard } from "../../dashboard/load_dashboard.ts";
import { NowPlaying } from "../../dashboard/NowPlaying.tsx";
import { PendingList } from "../../dashboard/PendingList.tsx";
import { QueueBoard } from "../../dashboard/QueueBoard.tsx";
import { inQueueOrder } from "../../dashboard/queue_order.ts";
import { useLiveRoom } from "../../dashboard/use_live_room.ts";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/dashboard")({
  validateSearch: ({ spotify }): { spotify?: string } =>
    typeof spotify === "string" ? { spotify } : {},
  loader: loadDashboard,
  head: titled("İstekler"),
  component: Dashboard,
});

function Dashboard() {
  const facts = Route.useLoaderData();
  const { cafe, requests, connection } = facts;
  const offline = useLiveRoom(facts);
  useOutcome();
  const pending = requests.filter(({ status }) => status === "pending");
  const queue = inQueueOrder(requests.filter(({ status }) => status === "approved"));
  const connected = connection.isSpotifyConnected;
  const side = (
    <div className="dashboard-side" key="side">
      {connection.isSpotifyConnected && <NowPlaying demo={connection.demo} />}
      <ConnectionCard connection={connection} />
    </div>
  );
  const lists = (
    <div className="dashboard-lists" key="lists">
      <PendingList requests={pending} />
      <QueueBoard queue={queue} connected={connected} />
    </div>
  );
  return (
    <>
      <PageHeading title="İstekler" lead={cafe.name}>
        <OfflineSign offline={offline} />
      </PageHeading>
      {/* Requests come first, unless there is no account yet to play them. */}
      <div className="dashboard">{connected ? [lists, side] : [side, lists]}</div>
      <Announcer pending={pending} queue={queue} />
    </>
  );
}

/** Says once how a try to connect ended, and takes it out of the address. */
function useOutcome(): void {
  const { spotify } = Route.useSearch();
  const navigate = Route.useNavigate();
  useEffect(() => {
    if (!spotify) return;
    const sentence = connectSentence(spotify);
    if (sentence) notify(sentence.kind, sentence.text);
    navigate({ search: {}, replace: true });
  }, [spotify]);
}
