// The notices, in a live region that exists before the first one is shown. Mounted once per page.
import { useEffect } from "react";
import type { Notice, Notices as NoticeStore } from "../lib/notices.ts";
import { useStore } from "../lib/store.ts";
import { Icon } from "./Icon.tsx";

/** A success disappears by itself; an error stays until it is dismissed. */
const SUCCESS_SHOWN_MS = 8000;

export function Notices({ notices }: { notices: NoticeStore }) {
  const shown = useStore(notices);
  return (
    <div className="notices" role="status" aria-live="polite">
      {shown.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          dismiss={() => notices.dismiss(notice.id)}
        />
      ))}
    </div>
  );
}

function NoticeCard({ notice, dismiss }: { notice: Notice; dismiss: () => void }) {
  useEffect(() => {
    if (notice.kind !== "success") return;
    const timer = setTimeout(dismiss, SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div className={`notice notice-${notice.kind}`}>
      <Icon name={notice.kind === "success" ? "check" : "warning"} />
      <div className="notice-text">
        <p>{notice.text}</p>
        {notice.detail && <p className="notice-detail">{notice.detail}</p>}
      </div>
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
