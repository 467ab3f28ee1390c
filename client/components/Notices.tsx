// The notices, in a live region that is there before anything is said. Mounted once a page.
import { useEffect, useSyncExternalStore } from "react";
import {
  currentNotices,
  dismissNotice,
  noNotices,
  type Notice,
  subscribeNotices,
} from "../lib/notices.ts";
import { Icon } from "./Icon.tsx";

/** Good news goes by itself; what failed stays until it was read. */
const SUCCESS_SHOWN_MS = 8000;

export function Notices() {
  const notices = useSyncExternalStore(subscribeNotices, currentNotices, noNotices);
  return (
    <div className="notices" role="status" aria-live="polite">
      {notices.map((notice) => <NoticeCard key={notice.id} notice={notice} />)}
    </div>
  );
}

function NoticeCard({ notice }: { notice: Notice }) {
  useEffect(() => {
    if (notice.kind !== "success") return;
    const timer = setTimeout(() => dismissNotice(notice.id), SUCCESS_SHOWN_MS);
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
        onClick={() => dismissNotice(notice.id)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
