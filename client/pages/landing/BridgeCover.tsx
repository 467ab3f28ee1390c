// An invented song's cover: a bridge.
import type { DrawnAt } from "./drawn_at.ts";

export function BridgeCover({ x, y, size }: DrawnAt) {
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 96 96">
      <rect width="96" height="96" rx="8" fill="#efe3cb" />
      <g fill="none" stroke="#2c4a7c">
        <path d="M0 70h96" strokeWidth="8" />
        <path d="M24 70V28m48 42V28" strokeWidth="6" />
        <path d="M-6 62Q24 20 24 28q24 48 48 0 0-8 30 34" strokeWidth="4" />
      </g>
    </svg>
  );
}
