// Says below a control how its latest change ended.
import { Icon } from "../../components/Icon.tsx";
import type { Outcome } from "./use_saving.ts";

export function Saved({ outcome: { saved, error } }: { outcome: Outcome }) {
  return (
    <>
      {/* Always there, so that screen readers hear what is put into it. */}
      <p className="rule-saved" role="status">
        {saved && (
          <>
            <Icon name="check" />
            Kaydedildi
          </>
        )}
      </p>
      {error && <p className="field-error" role="alert">{error}</p>}
    </>
  );
}
