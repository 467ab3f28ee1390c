// A notice in the content of a page: a load that failed, or a message from the previous screen.
import type { ReactNode } from "react";
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
        <p>{sentence(text)}</p>
        {detail && detail !== text && <p className="notice-detail">{sentence(detail)}</p>}
      </div>
      {children}
    </div>
  );
}

// How a sentence is shown.

/** As it is, on the pages of guests. */
export let sentence = (text: string): ReactNode => text;

/** Shows sentences as `show` does: the panel's keep some words whole (whole_words.tsx). */
export function showSentencesBy(show: typeof sentence): void {
  sentence = show;
}

// The line that says that a cafe's music comes from the demo account.

export function DemoBanner({ text }: { text: string }) {
  return <aside className="demo-banner" aria-label="Demo">{text}</aside>;
}
