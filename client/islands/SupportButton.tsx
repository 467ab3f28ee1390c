// The button with which a guest begins to support a song.
import { fill, texts } from "./language.ts";

export interface SupportButtonProps {
  title: string;
  /** Whether the sheet is being loaded. */
  busy?: boolean;
  support: () => void;
}

export function SupportButton({ title, busy, support }: SupportButtonProps) {
  return (
    <button
      type="button"
      className="button row-action"
      aria-label={fill(texts.giveSupportTo, title)}
      aria-haspopup="dialog"
      data-busy={busy || undefined}
      onClick={support}
    >
      {texts.giveSupport}
    </button>
  );
}
