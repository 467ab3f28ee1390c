// /panel/player: plays the cafe's own files through the speakers of this device, and shows what plays.
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import type { Session } from "../../../lib/session.ts";
import { useStore } from "../../../lib/store.ts";
import { SETTINGS, useQuery } from "../../queries.ts";
import { failedWith, ScreenLoading } from "../../ScreenStates.tsx";
import { mayOpen } from "../../may_open.ts";
import { usePanel } from "../../services.ts";
import { hasPlayerPage } from "../../source_traits.ts";
import { NotHere, SpeakerScreen } from "../../speaker/SpeakerScreen.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/player")({
  loader: ({ context: { liveCafe, queries, session } }) =>
    Promise.all([maySee(session) && queries.load(SETTINGS), liveCafe.load()]),
  head: titled("Oynatıcı"),
  component: Player,
  errorComponent: failedWith("Oynatıcı yüklenemedi."),
});

/** Staff may not ask for them: they learn at the start whether the files can be used. */
function maySee(session: Session): boolean {
  return mayOpen(session, "/panel/music");
}

function Player() {
  const { liveCafe, session } = usePanel();
  const { data: settings } = useQuery({ ...SETTINGS, enabled: maySee(session) });
  const { facts } = useStore(liveCafe);
  // The facts are forgotten when the login ends.
  if (!facts) return <ScreenLoading />;
  const source = settings?.source ?? facts.cafe.source;
  const known = settings?.sources.find(({ id }) => id === source);
  return (
    <>
      <PageHeading title="Oynatıcı" />
      {hasPlayerPage(source) && (known?.ready ?? true)
        ? <SpeakerScreen ownerId={facts.cafe.ownerId} />
        : (
          <NotHere
            label={known?.label}
            reason={hasPlayerPage(source) ? known?.reason ?? null : null}
          />
        )}
    </>
  );
}
