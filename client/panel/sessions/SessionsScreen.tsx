// The screen 'Oturumlar': the account's logins by device, the buttons that end them (docs/accounts.md#sessions), the
// password, and the second factor.
import type { ReactNode } from "react";
import type { LoginSession } from "../../../server/contract/sessions.ts";
import type { SecondFactorState } from "../../../server/contract/second_factor.ts";
import { Button } from "../../components/Button.tsx";
import { PageHeading } from "../../components/PageHeading.tsx";
import { endSentence } from "../login_end.ts";
import { SecondFactorSection } from "../second_factor/SecondFactorSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { SessionRow } from "./SessionRow.tsx";
import { OTHERS, useEnding } from "./use_ending.ts";

export interface SessionsScreenProps {
  /** The one used last comes first. */
  sessions: LoginSession[];
  secondFactor: SecondFactorState;
  /** The link to the screen that leads here. */
  back: ReactNode;
}

export function SessionsScreen({ sessions, secondFactor, back }: SessionsScreenProps) {
  const { ending, endOne, endOthers } = useEnding();
  const own = sessions.find(({ current }) => current);
  const end = own && endSentence(own.endsAt);
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <PageHeading
        title="Oturumlar"
        lead="Hesabınızla giriş yapılmış cihazlar. Tanımadığınız bir oturumu kapatın ve aşağıda şifrenizi değiştirin."
      >
        {back}
        {others.length > 0 && (
          <Button
            busy={ending === OTHERS}
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
      <PasswordSection />
      <SecondFactorSection state={secondFactor} />
    </>
  );
}
