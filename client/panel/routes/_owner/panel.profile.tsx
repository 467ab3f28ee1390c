// /panel/profile: the cafe's name, its bank account, and the user's own account.
import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import type { OwnCafe } from "../../../../server/contract/cafes.ts";
import { FIELD_MESSAGES } from "../../../../server/contract/field_messages.ts";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/Notice.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { TextField } from "../../../components/TextField.tsx";
import { ApiError, isRefused, sentenceOf } from "../../../lib/http.ts";
import { formatIban, isTurkishIban } from "../../../lib/iban.ts";
import { accountHolderFault, cafeNameFault, secondFactorFault } from "../../field_rules.ts";
import { CAFE, useLoaded } from "../../queries.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { AccountSection, IbanField, useUnsavedChanges } from "../../profile/AccountSection.tsx";
import { RecoveryCodeField } from "../../second_factor/StepForm.tsx";
import { titled } from "../../title.ts";
import { useForm } from "../../use_form.ts";
import { usePanel } from "../../services.ts";

const FAILED = "Bilgiler güncellenirken bir hata oluştu.";

export const Route = createFileRoute("/_owner/panel/profile")({
  loader: ({ context }) => context.queries.load(CAFE),
  head: titled("Profil"),
  component: Profile,
  errorComponent: failedWith("Profil bilgileri yüklenemedi."),
});

function Profile() {
  const cafe = useLoaded(CAFE);
  return (
    <>
      <PageHeading
        title="Profil"
        lead="Kafenizin müşterilere görünen adı ve yalnızca sizinle yöneticinin gördüğü ödeme bilgileri."
      />
      <div className="profile">
        <ProfileForm cafe={cafe} />
        <AccountSection />
      </div>
    </>
  );
}

function ProfileForm({ cafe }: { cafe: OwnCafe }) {
  const { api, notices, queries } = usePanel();
  const saved = {
    name: cafe.name,
    iban: formatIban(cafe.iban ?? ""),
    accountHolderName: cafe.accountHolderName ?? "",
  };
  const { unsaved, compare, markSaved } = useUnsavedChanges(saved);
  /** Another IBAN takes a code of the second factor, if that is on. */
  const [asksForCode, setAsksForCode] = useState(false);
  const [failed, setFailed] = useState<{ detail: string }>();
  const { form, field, busy } = useForm({
    fields: ["name", "iban", "accountHolderName", "code"],
    check: ({ name, iban, accountHolderName, code }) => ({
      name: cafeNameFault(name),
      // The IBAN is optional, but must be valid if it is given.
      iban: iban.trim() === "" || isTurkishIban(iban) ? undefined : FIELD_MESSAGES.iban,
      accountHolderName: accountHolderFault(accountHolderName),
      code: asksForCode ? secondFactorFault(code) : undefined,
    }),
    send: async ({ code, ...profile }) => {
      setFailed(undefined);
      try {
        await api("POST /api/cafes", { body: asksForCode ? { ...profile, code } : profile });
      } catch (error) {
        // The form shows it at the field.
        if (error instanceof ApiError && error.field) throw error;
        if (isRefused(error, "second_factor_needed")) setAsksForCode(true);
        return setFailed({ detail: sentenceOf(error) });
      }
      setAsksForCode(false);
      markSaved();
      notices.show("success", "Bilgiler başarıyla güncellendi!");
      await queries.refreshAfter("POST /api/cafes");
    },
    fallback: FAILED,
  });
  return (
    <form {...form} className="card profile-form" onInput={compare}>
      <TextField
        {...field("name")}
        label="Kafe adı"
        defaultValue={saved.name}
        autoComplete="organization"
        maxLength={100}
        required
      />
      <IbanField {...field("iban")} defaultValue={saved.iban} />
      <TextField
        {...field("accountHolderName")}
        label="Hesap sahibinin adı"
        hint="Bankadaki hesapta yazdığı gibi."
        defaultValue={saved.accountHolderName}
        autoComplete="name"
        maxLength={100}
      />
      {asksForCode && (
        <RecoveryCodeField {...field("code")} label="Uygulamadaki kod veya kurtarma kodu" />
      )}
      {failed && <Notice kind="error" text={FAILED} detail={failed.detail} />}
      <div className="form-end">
        <Button type="submit" look="primary" busy={busy}>Kaydet</Button>
        <p role="status">{unsaved && "Kaydedilmemiş değişiklikler var."}</p>
      </div>
    </form>
  );
}
