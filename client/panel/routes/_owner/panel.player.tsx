// /panel/player: plays the cafe's own files through the speakers of this device, and shows what plays.
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { loadFacts, useFacts } from "../../live/use_facts.ts";
import { SETTINGS } from "../../queries.ts";
import { failedWith, ScreenLoading } from "../../ScreenStates.tsx";
import { seesAccount } from "../../may_open.ts";
import { usePanel } from "../../services.ts";
import { hasPlayerPage } from "../../source_traits.ts";
import { NotHere, SpeakerScreen } from "../../speaker/SpeakerScreen.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/player")({
  loader: ({ context }) =>
    Promise.all([
      seesAccount(context.session) && context.queries.load(SETTINGS),
      loadFacts(context),
    ]),
  head: titled("Oynatıcı"),
  component: Player,
  errorComponent: failedWith("Oynatıcı yüklenemedi."),
});

function Player() {
  const { session } = usePanel();
  // Staff may not ask for them: they learn at the start whether the files can be used.
  const { data: settings } = useQuery({ ...SETTINGS, enabled: seesAccount(session) });
  const facts = useFacts();
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
