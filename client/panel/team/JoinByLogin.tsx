// An invitation to an address that has an account: its login joins the team.
import { Link } from "@tanstack/react-router";
import type { OpenInvitation } from "../../../server/contract/team.ts";
import { buttonClass } from "../../components/Button.tsx";
import { PageHeading } from "../../components/PageHeading.tsx";

export function JoinByLogin({ invitation: { cafeName, email } }: { invitation: OpenInvitation }) {
  return (
    <>
      <PageHeading
        title="Ekibe katıl"
        lead={`${cafeName} sizi ekibine davet etti. ${email} adresiyle bir hesabınız var: giriş yapınca ekibe katılırsınız.`}
      />
      <Link to="/panel/login" state={() => ({ email })} className={buttonClass("primary")}>
        Giriş yap ve katıl
      </Link>
    </>
  );
}
