// The screen 'Güvenlik': the account's logins by device, the buttons that end them (docs/accounts.md#sessions), the
// password, and the second factor.
import type { ReactNode } from "react";
import { type LoginSession, MAX_DEVICE_NAME_LENGTH } from "../../../server/contract/auth.ts";
import { HOUR_MS } from "../../../server/contract/clock.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { PageHeading } from "../../components/PageHeading.tsx";
import { PasswordField, TextField } from "../../components/TextField.tsx";
import { formatDate, formatTime, timeAgo } from "../../lib/format.ts";
import { passwordFault, passwordMissing } from "../field_rules.ts";
import { endSentence } from "../login_end.ts";
import { SECOND_FACTOR, SESSIONS, useLoaded } from "../queries.ts";
import { SecondFactorSection } from "../second_factor/SecondFactorSection.tsx";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";
import { useSave } from "../use_save.ts";

function PasswordSection() {
  const { api, notices, queries, session } = usePanel();
  const { form, field, failure, busy } = useForm({
    fields: ["password", "newPassword"],
    check: ({ password, newPassword }) => ({
      password: passwordMissing(password),
      newPassword: passwordFault(newPassword),
    }),
    send: async (body) => {
      await session.changeToken(async () => (await api("PUT /api/auth/password", { body })).token);
      form.ref.current?.reset();
      notices.show("success", "Şifreniz değiştirildi ve diğer oturumlar kapatıldı.");
      await queries.refreshAfter("PUT /api/auth/password");
    },
    fallback: "Şifre değiştirilirken bir hata oluştu.",
  });
  return (
    <section className="card password-section" aria-labelledby="password-heading">
      <h2 id="password-heading">Şifre</h2>
      <form {...form} className="account-form" aria-labelledby="password-heading">
        <PasswordField
          {...field("password")}
          label="Şimdiki şifre"
          autoComplete="current-password"
          required
        />
        <PasswordField
          {...field("newPassword")}
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

/** The name by which other panels know this device, while its page plays too. */
function DeviceSection({ session }: { session: LoginSession }) {
  const { api, notices, queries } = usePanel();
  const { form, field, failure, busy } = useForm({
    fields: ["device"],
    check: ({ device }) => ({ device: device.trim() ? undefined : "Cihaza bir ad yazın." }),
    send: async (body) => {
      await api("PUT /api/auth/sessions", { body });
      notices.show("success", "Cihazın adı kaydedildi.");
      await queries.refreshAfter("PUT /api/auth/sessions");
    },
    fallback: "Ad kaydedilirken bir hata oluştu.",
  });
  return (
    <section className="card password-section" aria-labelledby="device-heading">
      <h2 id="device-heading">Bu cihaz</h2>
      <form {...form} className="account-form" aria-labelledby="device-heading">
        <TextField
          {...field("device")}
          label="Cihazın adı"
          hint="Örneğin Bar bilgisayarı. Müzik bu cihazdan çalarken oynatıcıda da bu ad görünür."
          defaultValue={session.device ?? ""}
          maxLength={MAX_DEVICE_NAME_LENGTH}
          autoComplete="off"
          required
        />
        {failure && <Notice kind="error" text={failure} />}
        <Button type="submit" busy={busy}>Adı kaydet</Button>
      </form>
    </section>
  );
}

function deviceName({ device }: Pick<LoginSession, "device">): string {
  return device ?? "Bilinmeyen cihaz";
}

interface SessionRowProps {
  session: LoginSession;
  ending: boolean;
  onEnd: () => void;
}

/** The login of this page has no button: that is the navigation's 'Çıkış yap'. */
function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { createdAt, current, lastUsedAt } = session;
  const begun = `${formatDate(createdAt)} ${formatTime(createdAt)}`;
  return (
    <li className="session">
      <div>
        <p className="session-device">
          {deviceName(session)}
          {current && <span className="mark-label">bu cihaz</span>}
        </p>
        <p className="session-times">
          Giriş: {begun}
          <br />
          Son kullanım: {current ? "şimdi" : usedText(lastUsedAt)}
        </p>
      </div>
      {!current && (
        <Button
          busy={ending}
          aria-label={`${deviceName(session)}, ${begun}: Oturumu kapat`}
          onClick={onEnd}
        >
          Oturumu kapat
        </Button>
      )}
    </li>
  );
}

/** It is recorded at most once an hour, so that minutes would say more than is known. */
function usedText(lastUsedAt: string): string {
  const [usedMs, nowMs] = [Date.parse(lastUsedAt), Date.now()];
  return nowMs - usedMs < HOUR_MS ? "son bir saat içinde" : timeAgo(usedMs, nowMs);
}

const CONSEQUENCE = "Devam etmek için tekrar giriş yapmak gerekir. Bu işlem geri alınamaz.";

const FAILED = "Oturum kapatılırken bir hata oluştu.";

function useEnding() {
  const { confirmation } = usePanel();
  const one = useSave("DELETE /api/auth/sessions/:id", {
    done: "Oturum kapatıldı.",
    failed: FAILED,
  });
  const others = useSave("DELETE /api/auth/sessions", {
    done: "Diğer oturumlar kapatıldı.",
    failed: FAILED,
  });
  return {
    /** The id of the login that is being ended. */
    ending: one.saving?.params.id,
    isEndingOthers: others.isSaving,
    async endOne(session: LoginSession) {
      const sure = await confirmation.ask({
        title: "Oturumu kapat",
        text: `'${deviceName(session)}' cihazındaki oturum kapatılacak. ${CONSEQUENCE}`,
        action: "Oturumu kapat",
        danger: true,
      });
      if (!sure) return;
      await one.save({ params: { id: session._id } });
      keepFocus();
    },
    async endOthers(count: number) {
      const sure = await confirmation.ask({
        title: "Diğer oturumları kapat",
        text: `Bu cihaz dışındaki ${count} oturum kapatılacak. ${CONSEQUENCE}`,
        action: "Diğer oturumları kapat",
        danger: true,
      });
      if (!sure) return;
      await others.save();
      keepFocus();
    },
  };
}

/** The button that had the focus was removed with its row. */
function keepFocus(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>("h1")?.focus();
}

/** `back` is the link to the screen that leads here. */
export function SessionsScreen({ back }: { back: ReactNode }) {
  // The one used last comes first.
  const sessions = useLoaded(SESSIONS);
  const secondFactor = useLoaded(SECOND_FACTOR);
  const { ending, isEndingOthers, endOne, endOthers } = useEnding();
  const own = sessions.find(({ current }) => current);
  const end = own && endSentence(own.endsAt);
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <PageHeading
        title="Güvenlik"
        lead="Hesabınızla giriş yapılmış cihazlar. Tanımadığınız bir oturumu kapatın ve aşağıda şifrenizi değiştirin."
      >
        {back}
        {others.length > 0 && (
          <Button
            busy={isEndingOthers}
            onClick={() => endOthers(others.length)}
          >
            Diğer oturumları kapat
          </Button>
        )}
      </PageHeading>
      <ul className="card sessions" aria-label="Oturumlar">
        {[...sessions.filter(({ current }) => current), ...others].map((session) => (
          <SessionRow
            key={session._id}
            session={session}
            ending={ending === session._id}
            onEnd={() => endOne(session)}
          />
        ))}
      </ul>
      {end && <p className="session-times">{end}</p>}
      {own && <DeviceSection session={own} />}
      <PasswordSection />
      <SecondFactorSection state={secondFactor} />
    </>
  );
}
