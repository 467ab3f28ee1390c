// /panel/music: the choice of the source of music, and the settings of the chosen source.
import { createFileRoute } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { MusicSettings } from "../../../../server/contract/music_settings.ts";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { connectSentence } from "../../connect_sentences.ts";
import { type CafeFacts, loadFacts, useFacts } from "../../live/use_facts.ts";
import { SETTINGS, useLoaded } from "../../queries.ts";
import { failedWith, ScreenLoading } from "../../ScreenStates.tsx";
import { FallbackSection } from "../../music/FallbackSection.tsx";
import { LibraryPlaying } from "../../music/LibraryPlaying.tsx";
import { LibrarySection } from "../../music/LibrarySection.tsx";
import { ManualSections } from "../../music/ManualSections.tsx";
import { PicksSection } from "../../music/PicksSection.tsx";
import { SourceChoice } from "../../music/SourceChoice.tsx";
import { SourceSection } from "../../music/SourceSection.tsx";
import { usePanel } from "../../services.ts";
import { hasPlayer, hasPlayerPage } from "../../source_traits.ts";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/music")({
  validateSearch: ({ spotify }): { spotify?: string } =>
    typeof spotify === "string" ? { spotify } : {},
  loader: ({ context }) => Promise.all([context.queries.load(SETTINGS), loadFacts(context)]),
  head: titled("Müzik"),
  component: Music,
  errorComponent: failedWith("Müzik ayarları yüklenemedi."),
});

function Music() {
  const settings = useLoaded(SETTINGS);
  const facts = useFacts();
  const isJustConnected = useConnectNotice();
  // The facts are forgotten when the login ends.
  if (!facts) return <ScreenLoading />;
  return (
    <>
      <PageHeading title="Müzik" lead="Müziğin kaynağını seçin; ayarları hemen altında." />
      <SourceChoice
        settings={settings}
        connection={facts.connection}
        offered={isJustConnected ? "spotify" : undefined}
      />
      <div className="music">
        <SourceSections settings={settings} facts={facts} />
        <PicksSection settings={settings} />
      </div>
    </>
  );
}

function SourceSections({ settings, facts }: { settings: MusicSettings; facts: CafeFacts }) {
  const { source, sources } = settings;
  if (hasPlayerPage(source)) {
    return (
      <>
        <LibrarySection />
        <LibraryPlaying settings={settings} />
      </>
    );
  }
  if (!hasPlayer(source)) return <ManualSections />;
  const { label } = sources.find(({ id }) => id === source)!;
  return (
    <>
      <SourceSection label={label} connection={facts.connection} />
      <FallbackSection settings={settings} />
    </>
  );
}

/**
 * Shows once how an attempt to connect the music account ended, and removes it from the address. Returns whether the
 * account was connected.
 */
function useConnectNotice(): boolean {
  const { spotify } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { notices } = usePanel();
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    if (!spotify) return;
    const sentence = connectSentence(spotify);
    if (sentence) notices.show(sentence.kind, sentence.text);
    setConnected(spotify === "connected");
    navigate({ search: {}, replace: true });
  }, [spotify]);
  return isConnected;
}
