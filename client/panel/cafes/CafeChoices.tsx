// The cafes of a login, each a button that goes there, and apart from them the teams that the person can leave.
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { LoginCafe } from "../../../server/contract/team.ts";
import { Button, buttonClass } from "../../components/Button.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { PrivacyLink } from "../AccountForm.tsx";
import { DownloadButton } from "../DownloadButton.tsx";
import { DeletionForm } from "../profile/AccountSection.tsx";
import { usePanel } from "../services.ts";

/** `busy` is the cafe that is being chosen or left. To be used outside the cafe's frame, which forgets the cafe before. */
function useCafes(cafes: LoginCafe[]) {
  const { api, confirmation, notices, session } = usePanel();
  const navigate = useNavigate();
  const router = useRouter();
  const [busy, setBusy] = useState<string>();

  const during = async ({ ownerId }: LoginCafe, failed: string, work: () => Promise<unknown>) => {
    setBusy(ownerId);
    await work().catch((error) => notices.show("error", failed, sentenceOf(error)));
    setBusy(undefined);
  };
  const speakFor = async ({ ownerId }: LoginCafe) => {
    session.storeToken((await api("POST /api/team/cafes", { body: { ownerId } })).token);
  };
  const choose = (cafe: LoginCafe) =>
    during(cafe, "Kafe seçilirken bir hata oluştu.", async () => {
      await speakFor(cafe);
      notices.dismiss();
      await navigate({ to: "/panel/dashboard" });
    });
  const leave = async (cafe: LoginCafe) => {
    const sure = await confirmation.ask({
      title: "Ekipten ayrılmak istiyor musunuz?",
      text:
        `'${cafe.name}' kafesinin isteklerini ve oynatıcısını artık göremezsiniz. Dönmek için yeni bir davet gerekir.`,
      action: "Ekipten ayrıl",
      danger: true,
    });
    if (!sure) return;
    await during(cafe, "Ekipten ayrılırken bir hata oluştu.", async () => {
      const other = cafes.find(({ ownerId }) => ownerId !== cafe.ownerId);
      const isCurrent = session.cafe() === cafe.ownerId;
      // This page's token ends with the membership.
      if (isCurrent && other) await speakFor(other);
      await api("DELETE /api/team/cafes/:ownerId", { params: { ownerId: cafe.ownerId } });
      if (other) return await router.invalidate();
      session.forgetToken();
      await navigate({ to: "/panel/login", state: { message: "Ekipten ayrıldınız." } });
    });
  };
  return { busy, choose, leave };
}

const ROLES = { owner: "Kafe sahibi", staff: "Ekip üyesi" } as const;

export function CafeChoices({ cafes }: { cafes: LoginCafe[] }) {
  const { busy, choose } = useCafes(cafes);
  return (
    <ul className="cafe-choices" aria-label="Kafeleriniz">
      {cafes.map((cafe) => (
        <li key={cafe.ownerId}>
          <Button
            className="cafe-choice"
            busy={busy === cafe.ownerId}
            onClick={() => busy || choose(cafe)}
          >
            <span>{cafe.name}</span> <span className="cafe-role">{ROLES[cafe.role]}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Nothing for an owner who is in no other team. */
export function Memberships({ cafes }: { cafes: LoginCafe[] }) {
  const { busy, leave } = useCafes(cafes);
  const teams = cafes.filter(({ role }) => role === "staff");
  return teams.length > 0 && (
    <ul className="memberships" aria-label="Üyesi olduğunuz ekipler">
      {teams.map((cafe) => (
        <li key={cafe.ownerId}>
          <span>{cafe.name}</span>
          <Button
            look="quiet"
            aria-label={`${cafe.name}: Ekipten ayrıl`}
            busy={busy === cafe.ownerId}
            onClick={() => busy || leave(cafe)}
          >
            Ekipten ayrıl
          </Button>
        </li>
      ))}
    </ul>
  );
}

// The account of a person without a cafe of their own: the export, the deletion, and for staff the logins.

export function AccountOfPerson() {
  const { api, session } = usePanel();
  return (
    <section className="profile-form" aria-labelledby="account-heading">
      <h2 id="account-heading">Hesabınız</h2>
      <div className="form-end">
        <DownloadButton
          load={() => api("GET /api/account/export", { file: true })}
          name="siradaki-hesap.json"
        >
          Verilerimi indir
        </DownloadButton>
        {/* Its frame is the cafe's. */}
        {session.role() === "staff" && (
          <Link to="/panel/sessions" className={buttonClass()}>Güvenlik</Link>
        )}
      </div>
      <PrivacyLink />
      <DeletionForm text="Kişisel bilgileriniz ve ekip üyelikleriniz kalıcı olarak silinir." />
    </section>
  );
}
