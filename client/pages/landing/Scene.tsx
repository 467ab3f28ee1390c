// The ground of a step's picture: an evening in the cafe, with a lamp above and a table below.
import type { ReactNode } from "react";

export interface SceneProps {
  /** Unique on the page. */
  name: string;
  children: ReactNode;
}

/** Hidden from screen readers: the step's words are below it. On a phone its left and right sixths are cut off. */
export function Scene({ name, children }: SceneProps) {
  const lamp = `${name}-lamp`;
  return (
    <svg
      className="scene"
      viewBox="0 0 360 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <radialGradient id={lamp} cx="50%" cy="0%" r="90%">
        <stop className="scene-light" offset="0" stopOpacity="0.34" />
        <stop className="scene-light" offset="1" stopOpacity="0" />
      </radialGradient>
      <rect className="scene-room" width="360" height="200" />
      <rect width="360" height="200" fill={`url(#${lamp})`} />
      <path className="scene-table" d="M0 168h360v32H0z" />
      <path className="scene-edge" d="M0 168h360" />
      {children}
    </svg>
  );
}
