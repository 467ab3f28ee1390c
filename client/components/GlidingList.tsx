// A list whose rows glide to their new places, and fade in and out, instead of jumping. Rows carry `data-glide`.
import { Children, type OlHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from "react";
import { glide, GLIDE_MS, type Scene, sceneOf } from "../lib/glide.ts";

export interface GlidingListProps extends OlHTMLAttributes<HTMLOListElement> {
  /** What stands there where no row does. */
  empty?: ReactNode;
}

export function GlidingList({ empty, children, ...list }: GlidingListProps) {
  const room = useRef<HTMLDivElement>(null);
  const before = useRef<Scene>(null);
  // Without dependencies: any render may have moved a row.
  useLayoutEffect(() => {
    const after = sceneOf(room.current!);
    if (before.current) glide(room.current!, before.current, after, GLIDE_MS);
    before.current = after;
  });
  return (
    <div className="gliding" ref={room}>
      {Children.count(children) === 0 ? empty : <ol {...list}>{children}</ol>}
    </div>
  );
}
