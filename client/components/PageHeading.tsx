// A screen's heading. It can take the focus, which a screen change gives it.
import type { ReactNode } from "react";

export interface PageHeadingProps {
  title: string;
  lead?: ReactNode;
  /** What the screen as a whole offers to do. */
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
