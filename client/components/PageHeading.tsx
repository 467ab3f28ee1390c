// A screen's heading. It is focusable, since a change of screen moves the focus to it.
import type { ReactNode } from "react";

export interface PageHeadingProps {
  title: string;
  lead?: ReactNode;
  /** The actions of the whole screen. */
  children?: ReactNode;
}

export function PageHeading({ title, lead, children }: PageHeadingProps) {
  return (
    <header className="page-heading">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children && <div className="page-actions">{children}</div>}
    </header>
  );
}
