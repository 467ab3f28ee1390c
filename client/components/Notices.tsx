// The notices, in a live region that exists before the first one is shown. Mounted once per page.
import type { Notices as NoticeStore } from "../lib/notices.ts";
import { useStore } from "../lib/store.ts";
import { NoticeCard } from "./NoticeCard.tsx";

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
