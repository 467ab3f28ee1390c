// An invitation to an address that has an account: after its login the person joins the team here.
import { Link, useLocation } from "@tanstack/react-router";
import type { OpenInvitation } from "../../../server/contract/team.ts";
import { buttonClass } from "../../components/Button.tsx";
import { PageHeading } from "../../components/PageHeading.tsx";

export function JoinByLogin({ invitation: { cafeName, email } }: { invitation: OpenInvitation }) {
  const returnTo = useLocation({ select: ({ href }) => href });
  return (
    <>
      <PageHeading
        title="Ekibe katıl"
        lead={`${cafeName} sizi ekibine davet etti. ${email} adresiyle bir hesabınız var: giriş yapın, ardından burada katılın.`}
      />
      <Link
        to="/panel/login"
        state={() => ({ email, returnTo })}
        className={buttonClass("primary")}
      >
        Giriş yap
      </Link>
    </>
  );
}
