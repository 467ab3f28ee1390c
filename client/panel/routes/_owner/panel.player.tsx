// /panel/player: plays the cafe's own files through the speakers of this device, and shows what plays.
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { useStore } from "../../../lib/store.ts";
import { failedWith } from "../../LoadFailed.tsx";
import { ScreenLoading } from "../../ScreenLoading.tsx";
import { usePanel } from "../../services.ts";
import { hasPlayerPage } from "../../source_traits.ts";
import { NotHere } from "../../speaker/NotHere.tsx";
import { SpeakerScreen } from "../../speaker/SpeakerScreen.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/player")({
  loader: async ({ context }) => {
    const [settings] = await Promise.all([context.api("GET /api/music"), context.liveCafe.load()]);
    return settings;
  },
  head: titled("Oynatıcı"),
  component: Player,
  errorComponent: failedWith("Oynatıcı yüklenemedi."),
});

function Player() {
  const { source, sources } = Route.useLoaderData();
  const { facts } = useStore(usePanel().liveCafe);
  // The facts are forgotten when the login ends.
  if (!facts) return <ScreenLoading />;
  const { label, ready, reason } = sources.find(({ id }) => id === source)!;
  return (
    <>
      <PageHeading title="Oynatıcı" />
      {hasPlayerPage(source) && ready
        ? <SpeakerScreen ownerId={facts.cafe.ownerId} />
        : <NotHere label={label} reason={hasPlayerPage(source) ? reason : null} />}
    </>
  );
}
