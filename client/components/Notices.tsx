// The notices, in a live region that exists before the first one is shown. Mounted once per page.
import { useEffect, useState } from "react";
import type { Notice, NoticeAction, Notices as NoticeStore } from "../lib/notices.ts";
import { useStore } from "../lib/store.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { sentence } from "./Notice.tsx";

/** A success disappears by itself, with an action when that ends; an error stays until it is dismissed. */
const SUCCESS_SHOWN_MS = 8000;

interface NoticeCardProps {
  notice: Notice;
  /** The label of the button that dismisses it. */
  close: string;
  dismiss: () => void;
}

function NoticeCard({ notice, close, dismiss }: NoticeCardProps) {
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
        <p>{sentence(notice.text)}</p>
        {notice.detail && <p className="notice-detail">{sentence(notice.detail)}</p>}
      </div>
      {notice.action && <ActionButton action={notice.action} />}
      <button
        type="button"
        className="icon-button"
        aria-label={close}
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

interface NoticesProps extends Pick<NoticeCardProps, "close"> {
  notices: NoticeStore;
}

export function Notices({ notices, close }: NoticesProps) {
  const shown = useStore(notices);
  return (
    <div className="notices" role="status" aria-live="polite">
      {shown.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          close={close}
          dismiss={() => notices.dismiss(notice.id)}
        />
      ))}
    </div>
  );
}
