// The message in place of an empty list. In a GlidingList it fades in like a row.
import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";

export interface EmptyStateProps {
  text: string;
  hint?: string;
  icon?: IconName;
  /** An action that would fill the list. */
  children?: ReactNode;
}

export function EmptyState({ text, hint, icon = "music", children }: EmptyStateProps) {
  return (
    <div className="empty" data-glide="empty">
      <Icon name={icon} />
      <p className="empty-text">{text}</p>
      {hint && <p className="empty-hint">{hint}</p>}
      {children}
    </div>
  );
}
