// Changing the password on the screen 'Oturumlar' (docs/accounts.md#changing-the-password).
import { useRouter } from "@tanstack/react-router";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { PasswordField } from "../../components/PasswordField.tsx";
import { passwordFault, passwordMissing } from "../field_rules.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";

export function PasswordSection() {
  const router = useRouter();
  const { api, notices, session } = usePanel();
  const { form, field, failure, busy } = useForm({
    // The sentences of the server on a new password are about the field `password`.
    fields: ["current", "password"],
    check: ({ current, password }) => ({
      current: passwordMissing(current),
      password: passwordFault(password),
    }),
    send: async ({ current, password }) => {
      const body = { password: current, newPassword: password };
      await session.changeToken(async () => (await api("PUT /api/auth/password", { body })).token);
      form.ref.current?.reset();
      notices.show("success", "Şifreniz değiştirildi ve diğer oturumlar kapatıldı.");
      await router.invalidate();
    },
    fallback: "Şifre değiştirilirken bir hata oluştu.",
    fieldOf: ({ status }) => status === 403 ? "current" : undefined,
  });
  return (
    <section className="card password-section" aria-labelledby="password-heading">
      <h2 id="password-heading">Şifre</h2>
      <form {...form} className="account-form" aria-labelledby="password-heading">
        <PasswordField
          {...field("current")}
          label="Şimdiki şifre"
          autoComplete="current-password"
          required
        />
        <PasswordField
          {...field("password")}
          label="Yeni şifre"
          hint="En az 8 karakter. Uzun bir cümle de olur."
          autoComplete="new-password"
          required
        />
        {failure && <Notice kind="error" text={failure} />}
        <Button type="submit" busy={busy}>Şifreyi değiştir</Button>
      </form>
    </section>
  );
}
