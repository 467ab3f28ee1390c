// An invitation in a browser that is logged in: a press joins, or says that it is for another account.
import type { OpenInvitation } from "../../../server/contract/team.ts";
import { Button } from "../../components/Button.tsx";
import { PageHeading } from "../../components/PageHeading.tsx";
import { LogoutButton } from "../LogoutButton.tsx";
import { useJoining } from "./use_joining.ts";

export function JoinHere({ invitation }: { invitation: OpenInvitation }) {
  const { busy, join } = useJoining(invitation);
  const { cafeName, email } = invitation;
  return (
    <>
      <PageHeading
        title="Ekibe katıl"
        lead={`${cafeName} sizi ekibine davet etti. ${email} hesabınızla katılırsınız: istekleri ve oynatıcıyı bu hesapla yönetirsiniz.`}
      />
      <Button look="primary" busy={busy} onClick={join}>Katıl</Button>
    </>
  );
}

/** The browser has the login of another account than the invitation is for. */
export function OtherAccount({ invitation: { cafeName, email } }: { invitation: OpenInvitation }) {
  return (
    <>
      <PageHeading
        title="Başka hesapla girdiniz"
        lead={`${cafeName} bu daveti ${email} adresine gönderdi. Katılmak için çıkış yapın ve davet e-postasındaki bağlantıyı yeniden açın. Çıkış yaparsanız bu tarayıcıda çalan müzik durur.`}
      />
      <LogoutButton />
    </>
  );
}
