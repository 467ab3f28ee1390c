// A notice in the content of a page: a load that failed, or a message from the previous screen.
import { Fragment, type ReactNode } from "react";
import { Icon } from "./Icon.tsx";

export interface NoticeProps {
  kind?: "info" | "success" | "error";
  text: string;
  detail?: string;
  /** An action: a button or a link. */
  children?: ReactNode;
}

const ICONS = { info: "info", success: "check", error: "warning" } as const;

export function Notice({ kind = "info", text, detail, children }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={kind === "error" ? "alert" : undefined}>
      <Icon name={ICONS[kind]} />
      <div className="notice-text">
        <p>{wholeWords(text)}</p>
        {detail && detail !== text && <p className="notice-detail">{wholeWords(detail)}</p>}
      </div>
      {children}
    </div>
  );
}

// Keeps 'e-posta' on one line, which browsers break at its hyphen. The text itself stays plain, for search and copying.

/** `text`, in which each word with 'e-posta' moves to the next line as a whole. */
export function wholeWords(text: string): ReactNode {
  return text.split(/(\S*e-posta\S*)/i).map((part, i) =>
    i % 2 === 0
      ? <Fragment key={i}>{part}</Fragment>
      : <span key={i} className="whole-word">{part}</span>
  );
}
