// /panel/cafes: the cafes of a login, and the account of a person who has none of their own (docs/team.md#several-cafes).
import { createFileRoute, redirect } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { AccountOfPerson, CafeChoices, Memberships } from "../../cafes/CafeChoices.tsx";
import { HOME } from "../../may_open.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { LogoutButton } from "../../menu/LogoutButton.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_account/panel/cafes")({
  beforeLoad: ({ context, location }) => {
    const role = context.session.enter();
    if (!role) throw redirect({ to: "/panel/login", state: { returnTo: location.href } });
    if (role === "admin") throw redirect({ to: HOME.admin });
  },
  loader: ({ context }) => context.api("GET /api/team/cafes"),
  head: titled("Kafelerim"),
  component: Cafes,
  errorComponent: failedWith("Kafeleriniz yüklenemedi."),
});

const NONE =
  "Şu anda hiçbir kafenin ekibinde değilsiniz. Bir kafe sizi davet ederse e-postanıza bağlantı gelir. Hesabınızdaki bilgileri indirebilir ya da hesabınızı silebilirsiniz.";

function Cafes() {
  const cafes = Route.useLoaderData();
  const several = cafes.length > 1;
  const ownsOne = cafes.some(({ role }) => role === "owner");
  const rest = (
    <>
      <Memberships cafes={cafes} />
      {!ownsOne && <AccountOfPerson />}
    </>
  );
  return (
    <>
      <PageHeading
        title={several ? "Hangi kafe?" : "Hesabım"}
        lead={cafes.length === 0
          ? NONE
          : several
          ? "Hangi kafe için çalışacağınızı seçin. Bu tarayıcının bütün sekmeleri o kafeye geçer."
          : undefined}
      />
      {cafes.length > 0 && <CafeChoices cafes={cafes} />}
      {several
        ? (
          // Choosing is what the screen is for.
          <details className="cafes-rest">
            <summary>{ownsOne ? "Üyeliklerim" : "Hesabım ve üyeliklerim"}</summary>
            {rest}
          </details>
        )
        : rest}
      <LogoutButton />
    </>
  );
}
