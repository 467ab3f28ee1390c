// One notice: its text, its action, and how long it is shown.
import { useEffect, useState } from "react";
import type { Notice, NoticeAction } from "../lib/notices.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { wholeWords } from "./whole_words.tsx";

/** A success disappears by itself, with an action when that ends; an error stays until it is dismissed. */
const SUCCESS_SHOWN_MS = 8000;

export function NoticeCard({ notice, dismiss }: { notice: Notice; dismiss: () => void }) {
  useEffect(() => {
    if (notice.kind !== "success") return;
    const { action } = notice;
    const timer = setTimeout(dismiss, action ? action.until - Date.now() : SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div className={`notice notice-${notice.kind}`}>
      <Icon name={notice.kind === "success" ? "check" : "warning"} />
      <div className="notice-text">
        <p>{wholeWords(notice.text)}</p>
        {notice.detail && <p className="notice-detail">{wholeWords(notice.detail)}</p>}
      </div>
      {notice.action && <ActionButton action={notice.action} />}
      <button
        type="button"
        className="icon-button"
        aria-label="Bildirimi kapat"
        onClick={dismiss}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

function ActionButton({ action }: { action: NoticeAction }) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await action.run();
    setBusy(false);
  };
  return <Button busy={busy} onClick={run}>{action.label}</Button>;
}
