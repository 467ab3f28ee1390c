// The heading of a step. It takes the focus, because what had it is gone with the step before; so it is read out too.
import { type ReactNode, useEffect, useRef } from "react";

export function StepHeading({ id, children }: { id?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return <h3 id={id} ref={heading} tabIndex={-1}>{children}</h3>;
}
