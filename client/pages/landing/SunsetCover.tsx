// An invented song's cover: a sun above the sea.
import type { DrawnAt } from "./drawn_at.ts";

export function SunsetCover({ x, y, size }: DrawnAt) {
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 96 96">
      <rect width="96" height="96" rx="8" fill="#e8823a" />
      <circle cx="62" cy="40" r="20" fill="#fbd38a" />
      <path d="M0 62q12-8 24 0t24 0 24 0 24 0v26a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z" fill="#8c3a2b" />
      <path d="M0 76q12-8 24 0t24 0 24 0 24 0v12a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z" fill="#4a1d1c" />
    </svg>
  );
}
