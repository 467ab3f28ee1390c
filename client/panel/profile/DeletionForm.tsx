// The deletion of the account: with the password, and after a question or two.
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { PasswordField } from "../../components/PasswordField.tsx";
import type { Question } from "../../lib/confirmation.ts";
import { formatMoney } from "../../lib/format.ts";
import { ApiError } from "../../lib/http.ts";
import type { Api } from "../api.ts";
import { passwordMissing, secondFactorFault } from "../field_rules.ts";
import { RecoveryCodeField } from "../second_factor/RecoveryCodeField.tsx";
import { totalOf } from "../payouts/chart_shape.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";

const QUESTION: Question = {
  title: "Hesabımı sil",
  text: "Hesabınız kalıcı olarak silinecek. Bu işlem geri alınamaz. Emin misiniz?",
  action: "Evet, hesabımı sil",
  danger: true,
};

const CONSEQUENCE = "Hesabınızı şimdi silerseniz bu tutardan vazgeçmiş olursunuz ve size ödenmez.";

/** `text` says what is deleted. */
export function DeletionForm({ text }: { text: string }) {
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
      const owed = error instanceof ApiError && error.status === 409 ? await readOwed(api) : 0;
      if (owed === 0) throw error;
      const sure = await confirmation.ask({
        title: "Ödenmemiş bakiyeniz var",
        text: `Size ${formatMoney(owed)} ödenecek. ${CONSEQUENCE}`,
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
        if (error instanceof ApiError && error.needsCode) setAsksForCode(true);
        throw error;
      }
      session.forgetToken();
      await navigate({ to: "/panel/login", state: { message: "Hesabınız silindi." } });
    },
    fallback: "Hesap silinirken bir hata oluştu.",
    fieldOf: ({ status, needsCode }) =>
      status === 403 && !needsCode ? "password" : status === 400 ? "code" : undefined,
  });
  return (
    <form {...form} className="account-deletion" aria-labelledby="deletion-heading">
      <h3 id="deletion-heading">Hesabımı sil</h3>
      <p>{text}</p>
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
