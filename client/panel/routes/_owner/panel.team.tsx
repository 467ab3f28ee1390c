// /panel/team: who works for the cafe, who is invited, and the form that invites (docs/team.md).
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { TEAM, useLoaded } from "../../queries.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { InviteForm, TeamList } from "../../team/TeamList.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/team")({
  loader: ({ context }) => context.queries.load(TEAM),
  head: titled("Ekip"),
  component: Team,
  errorComponent: failedWith("Ekip yüklenemedi."),
});

function Team() {
  const members = useLoaded(TEAM);
  return (
    <>
      <PageHeading
        title="Ekip"
        lead="Ekip üyeleri istekleri ve oynatıcıyı kendi şifreleriyle yönetir. Kazançları, ödeme bilgilerini, kuralları ve müzik hesabını görmezler."
      />
      <div className="profile">
        <section className="card" aria-labelledby="team-heading">
          <h2 id="team-heading" tabIndex={-1}>Ekibiniz</h2>
          <TeamList members={members} />
        </section>
        <InviteForm />
      </div>
    </>
  );
}
