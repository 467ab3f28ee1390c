// A list whose rows, marked by `data-glide`, move to new places and fade in and out instead of jumping.
import { Children, type OlHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from "react";
import { glide, GLIDE_MS, layoutOf, type ListLayout } from "../lib/glide.ts";

export interface GlidingListProps extends OlHTMLAttributes<HTMLOListElement> {
  /** Shown in place of a list without rows. */
  empty?: ReactNode;
}

export function GlidingList({ empty, children, ...list }: GlidingListProps) {
  const container = useRef<HTMLDivElement>(null);
  const before = useRef<ListLayout>(null);
  // Without dependencies, since any render may move a row.
  useLayoutEffect(() => {
    const after = layoutOf(container.current!);
    if (before.current) glide(container.current!, before.current, after, GLIDE_MS);
    before.current = after;
  });
  return (
    <div className="gliding" ref={container}>
      {Children.count(children) === 0 ? empty : <ol {...list}>{children}</ol>}
    </div>
  );
}
