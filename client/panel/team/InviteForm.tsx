// The form that invites a person by e-mail.
import { useRouter } from "@tanstack/react-router";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TextField } from "../../components/TextField.tsx";
import { emailFault, memberNameFault } from "../field_rules.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";

export function InviteForm() {
  const router = useRouter();
  const { api, notices } = usePanel();
  const { form, field, failure, busy } = useForm({
    fields: ["name", "email"],
    check: ({ name, email }) => ({ name: memberNameFault(name), email: emailFault(email) }),
    send: async (body) => {
      const { msg } = await api("POST /api/team", { body });
      notices.show("success", msg);
      form.ref.current?.reset();
      await router.invalidate();
    },
    fallback: "Davet gönderilirken bir hata oluştu.",
  });
  return (
    <form {...form} className="card profile-form" aria-labelledby="invite-heading">
      <h2 id="invite-heading">Davet et</h2>
      <TextField
        {...field("name")}
        label="Adı"
        hint="Onayladığı isteklerde bu adı görürsünüz."
        autoComplete="off"
        maxLength={100}
        required
      />
      <TextField
        {...field("email")}
        label="E-posta"
        hint="Katılması için bu adrese 7 gün geçerli bir bağlantı gider."
        type="email"
        autoComplete="off"
        required
      />
      {failure && <Notice kind="error" text={failure} />}
      <div className="form-end">
        <Button type="submit" look="primary" busy={busy}>Davet et</Button>
      </div>
    </form>
  );
}
