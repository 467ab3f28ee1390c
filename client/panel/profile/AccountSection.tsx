// The export and the deletion of the account, and the way to its logins (KVKK 6698, art. 11).
import { useQuery } from "@tanstack/react-query";
import { Link, useBlocker, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import type { Library } from "../../../server/contract/music.ts";
import { Button, buttonClass } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { PasswordField, TextField, type TextFieldProps } from "../../components/TextField.tsx";
import type { Question } from "../../lib/confirmation.ts";
import { formatMoney } from "../../lib/format.ts";
import { isRefused } from "../../lib/http.ts";
import { typeIban } from "../../lib/iban.ts";
import { PrivacyLink } from "../AccountForm.tsx";
import { DownloadButton } from "../DownloadButton.tsx";
import type { Api } from "../api.ts";
import { passwordMissing, secondFactorFault } from "../field_rules.ts";
import { totalOf } from "../payouts/EarningsChart.tsx";
import { LIBRARY } from "../queries.ts";
import { RecoveryCodeField } from "../second_factor/StepForm.tsx";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";

const QUESTION: Question = {
  title: "Hesabımı sil",
  text: "Hesabınız kalıcı olarak silinecek. Bu işlem geri alınamaz. Emin misiniz?",
  action: "Evet, hesabımı sil",
  danger: true,
};

const DELETED = "Hesabınızı şimdi silerseniz bu tutardan vazgeçmiş olursunuz ve size ödenmez.";

/** Asks for the password. `text` says what is deleted, and `files` what becomes of own files. */
export function DeletionForm({ text, files }: { text: string; files?: string }) {
  const navigate = useNavigate();
  const { api, confirmation, session } = usePanel();
  const [asksForCode, setAsksForCode] = useState(false);

  /** Asks once more if that gives up money. Returns whether the account was deleted. */
  const erase = async (given: { password: string; code?: string }): Promise<boolean> => {
    const send = (waiveBalance: boolean) =>
      api("POST /api/account/delete", { body: { ...given, waiveBalance } });
    try {
      await send(false);
    } catch (error) {
      const owed = isRefused(error, "money_owed") ? await readOwed(api) : 0;
      if (owed === 0) throw error;
      const sure = await confirmation.ask({
        title: "Ödenmemiş bakiyeniz var",
        text: `Size ${formatMoney(owed)} ödenecek. ${DELETED}`,
        action: "Tutardan vazgeç ve hesabımı sil",
        danger: true,
      });
      if (!sure) return false;
      await send(true);
    }
    return true;
  };
  const { form, field, failure, busy } = useForm({
    fields: ["password", "code"],
    check: ({ password, code }) => ({
      password: passwordMissing(password),
      code: asksForCode ? secondFactorFault(code) : undefined,
    }),
    send: async ({ password, code }) => {
      if (!await confirmation.ask(QUESTION)) return;
      try {
        if (!await erase(asksForCode ? { password, code } : { password })) return;
      } catch (error) {
        if (isRefused(error, "second_factor_needed")) setAsksForCode(true);
        throw error;
      }
      session.forgetToken();
      await navigate({ to: "/panel/login", state: { message: "Hesabınız silindi." } });
    },
    fallback: "Hesap silinirken bir hata oluştu.",
  });
  return (
    <form {...form} className="account-deletion" aria-labelledby="deletion-heading">
      <h3 id="deletion-heading">Hesabımı sil</h3>
      <p>{text}</p>
      {files && <p className="account-files">{files}</p>}
      <PasswordField
        {...field("password")}
        label="Şifreniz"
        autoComplete="current-password"
        required
      />
      {asksForCode && (
        <RecoveryCodeField {...field("code")} label="Uygulamadaki kod veya kurtarma kodu" />
      )}
      {failure && <Notice kind="error" text={failure} />}
      <div className="form-end">
        <Button type="submit" look="danger" busy={busy}>Hesabımı sil</Button>
      </div>
    </form>
  );
}

/** What the owner would give up: the balance and the pending payouts, in TL. */
async function readOwed(api: Api): Promise<number> {
  const [{ currentBalance }, payouts] = await Promise.all([
    api("GET /api/payouts/summary"),
    api("GET /api/payouts"),
  ]);
  const pending = payouts.filter(({ status }) => status === "pending");
  return totalOf([currentBalance, ...pending.map(({ totalAmount }) => totalAmount)]);
}

const CONSEQUENCE =
  "Kişisel bilgileriniz ve kafenizin sayfası kalıcı olarak silinir. Ödeme kayıtları, kişisel bilgilerden arındırılmış olarak kalır; hesabınız bir yedekten geri gelmesin diye numarası da saklanır. Ödenmemiş bakiyeniz varsa bu tutardan vazgeçmeniz istenir.";

/** What becomes of the files of the cafe's folder. */
function saysOfFiles({ songs, folder, onDeletion }: Library): string | undefined {
  if (!onDeletion || songs === 0) return;
  const count = `${songs.toLocaleString("tr-TR")} şarkı`;
  return onDeletion.movedTo === null
    ? `'${folder}' klasöründeki ${count} silinmez ve orada kalır: klasörü sizden sonra kullanan kafe bunları çalabilir. İstemiyorsanız önce dosyaları oradan alın.`
    : `Kendi müziğinizdeki ${count} silinmez: Sıradaki'nin çalıştığı bilgisayarda '${onDeletion.movedTo}' klasörüne taşınır, başka bir kafe bunları çalamaz. İstemiyorsanız dosyaları oradan silin.`;
}

export function AccountSection() {
  const { api } = usePanel();
  const library = useQuery(LIBRARY).data;
  return (
    <section className="card profile-form" aria-labelledby="account-heading">
      <h2 id="account-heading">Hesabım</h2>
      <p>Hesabınız, kafeniz, istekleriniz ve ödemeleriniz hakkında saklanan her şey tek dosyada.</p>
      <div className="form-end">
        <DownloadButton
          load={() => api("GET /api/account/export", { file: true })}
          name="siradaki-hesap.json"
        >
          Verilerimi indir
        </DownloadButton>
        <Link to="/panel/sessions" className={buttonClass()}>Güvenlik</Link>
      </div>
      <PrivacyLink />
      <DeletionForm text={CONSEQUENCE} files={library && saysOfFiles(library)} />
    </section>
  );
}

// The IBAN field, which formats its text in groups of four while the user types and keeps the caret in place.

export function IbanField(props: Omit<TextFieldProps, "label">) {
  return (
    <TextField
      {...props}
      className="iban-field"
      label="IBAN"
      hint="Ödeme alabilmek için IBAN girmeniz zorunludur. Bekleyen ödemeleriniz de bu hesaba yapılır."
      placeholder="TR00 0000 0000 …"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onInput={format}
    />
  );
}

function format(event: FormEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const { inputType, isComposing } = event.nativeEvent as InputEvent;
  // A change during composition would make the input method insert its text again.
  if (isComposing) return;
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length };
  const { text, caret } = typeIban(typed, inputType === "deleteContentForward");
  input.value = text;
  input.setSelectionRange(caret, caret);
}

// Notices whether a form holds unsaved changes, and asks before they are lost.

/** For a form whose inputs are named by the keys of `saved`. White space around a value is no change. */
export function useUnsavedChanges(saved: Record<string, string>) {
  const { session, unsavedChanges } = usePanel();
  const [unsaved, setUnsaved] = useState(false);
  useEffect(() => {
    unsavedChanges.set(unsaved);
    return () => unsavedChanges.set(false);
  }, [unsaved]);
  useBlocker({
    // Without a login nothing could be saved any more.
    shouldBlockFn: async () => session.isStillLoggedIn() && !await unsavedChanges.mayLeave(),
    enableBeforeUnload: () => unsaved && session.isStillLoggedIn(),
  });
  return {
    unsaved,
    compare(event: FormEvent<HTMLFormElement>) {
      const typed = new FormData(event.currentTarget);
      setUnsaved(Object.keys(saved).some((name) => String(typed.get(name)).trim() !== saved[name]));
    },
    markSaved: () => setUnsaved(false),
  };
}
