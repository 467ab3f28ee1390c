// /panel/music: the account that the music comes from, the device that plays it, and the playlist for an empty queue.
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { useStore } from "../../../lib/store.ts";
import { failedWith } from "../../LoadFailed.tsx";
import { FallbackSection } from "../../music/FallbackSection.tsx";
import { SourceSection } from "../../music/SourceSection.tsx";
import { ScreenLoading } from "../../ScreenLoading.tsx";
import { usePanel } from "../../services.ts";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/music")({
  loader: async ({ context }) => {
    const [settings] = await Promise.all([context.api("GET /api/music"), context.liveCafe.load()]);
    return settings;
  },
  head: titled("Müzik"),
  component: Music,
  errorComponent: failedWith("Müzik ayarları yüklenemedi."),
});

function Music() {
  const settings = Route.useLoaderData();
  const { facts } = useStore(usePanel().liveCafe);
  // The facts are forgotten when the login ends.
  if (!facts) return <ScreenLoading />;
  const { label } = settings.sources.find(({ id }) => id === settings.source)!;
  return (
    <>
      <PageHeading
        title="Müzik"
        lead="Müziğin geldiği hesap, çaldığı cihaz ve sıra boşken çalan liste."
      />
      <div className="music">
        <SourceSection label={label} connection={facts.connection} />
        <FallbackSection settings={settings} />
      </div>
    </>
  );
}
