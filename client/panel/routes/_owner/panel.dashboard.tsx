// /panel/dashboard: the requests that wait for a decision, the queue, the player and the music account.
import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { compareInQueue } from "../../../../server/contract/queue_order.ts";
import { OfflineSign } from "../../../components/OfflineSign.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { connectSentence } from "../../connect_sentences.ts";
import { Announcer } from "../../dashboard/Announcer.tsx";
import { ConnectionCard } from "../../dashboard/ConnectionCard.tsx";
import { NowPlaying } from "../../dashboard/NowPlaying.tsx";
import { PendingList } from "../../dashboard/PendingList.tsx";
import { QueueBoard } from "../../dashboard/QueueBoard.tsx";
import { useLiveRefresh } from "../../dashboard/use_live_refresh.ts";
import { titled } from "../../title.ts";
import { usePanel } from "../../services.ts";

export const Route = createFileRoute("/_owner/panel/dashboard")({
  validateSearch: ({ spotify }): { spotify?: string } =>
    typeof spotify === "string" ? { spotify } : {},
  loader: ({ context, ...load }) => context.loadDashboard(load),
  head: titled("İstekler"),
  component: Dashboard,
});

function Dashboard() {
  const data = Route.useLoaderData();
  const { cafe, requests, connection } = data;
  const offline = useLiveRefresh(data);
  useConnectNotice();
  const pending = requests.filter(({ status }) => status === "pending");
  const queue = requests.filter(({ status }) => status === "approved").toSorted(compareInQueue);
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
      {/* The requests come first, unless no account is connected that could play them. */}
      <div className="dashboard">{connected ? [lists, side] : [side, lists]}</div>
      <Announcer pending={pending} queue={queue} />
    </>
  );
}

/** Shows once how an attempt to connect the music account ended, and removes it from the address. */
function useConnectNotice(): void {
  const { spotify } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { notices } = usePanel();
  useEffect(() => {
    if (!spotify) return;
    const sentence = connectSentence(spotify);
    if (sentence) notices.show(sentence.kind, sentence.text);
    navigate({ search: {}, replace: true });
  }, [spotify]);
}
