// /panel/reset-password/{token}
import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { buttonClass } from "../../../components/Button.tsx";
import { Notice } from "../../../components/Notice.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { PasswordField } from "../../../components/TextField.tsx";
import { call, isRefused } from "../../../lib/http.ts";
import { AccountForm } from "../../AccountForm.tsx";
import { passwordFault } from "../../field_rules.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { titled } from "../../title.ts";
import { useForm } from "../../use_form.ts";

export const Route = createFileRoute("/_account/panel/reset-password/$token")({
  /** Why the link does not work, '' if it does. */
  loader: async ({ params }) => {
    try {
      await call("GET /api/auth/reset-password/:token", { params });
      return "";
    } catch (error) {
      if (isRefused(error, "reset_link_invalid")) return error.msg;
      throw error;
    }
  },
  head: titled("Yeni şifre"),
  component: ResetPassword,
  errorComponent: failedWith("Bağlantı kontrol edilemedi."),
});

function ResetPassword() {
  const ended = Route.useLoaderData();
  return ended ? <LinkEnded why={ended} /> : <ResetForm />;
}

function LinkEnded({ why }: { why: string }) {
  return (
    <>
      <PageHeading title="Yeni şifre" />
      <Notice kind="error" text={why} />
      <Link className={buttonClass("primary")} to="/panel/forgot-password">
        Yeni bir bağlantı iste
      </Link>
    </>
  );
}

function ResetForm() {
  const navigate = useNavigate();
  const { token } = Route.useParams();
  const { form, field, failure, busy } = useForm({
    fields: ["password", "again"],
    check: ({ password, again }) => ({
      password: passwordFault(password),
      again: password === again ? undefined : "Şifreler eşleşmiyor!",
    }),
    send: async ({ password }) => {
      const { msg } = await call("PUT /api/auth/reset-password/:token", {
        params: { token },
        body: { password },
      });
      await navigate({ to: "/panel/login", state: { message: msg }, replace: true });
    },
    fallback: "Bir hata oluştu.",
  });
  return (
    <AccountForm
      title="Yeni şifre"
      form={form}
      failure={failure}
      busy={busy}
      action="Şifreyi değiştir"
      links={<Link to="/panel/forgot-password">Yeni bir bağlantı iste</Link>}
    >
      <PasswordField
        {...field("password")}
        label="Yeni şifre"
        hint="En az 8 karakter. Uzun bir cümle de olur."
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...field("again")}
        label="Yeni şifre (tekrar)"
        autoComplete="new-password"
        required
      />
    </AccountForm>
  );
}
