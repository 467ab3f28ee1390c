// An invented song's cover: a pomegranate in the rain.
import type { DrawnAt } from "./drawn_at.ts";

export function RainCover({ x, y, size }: DrawnAt) {
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 96 96">
      <rect width="96" height="96" rx="8" fill="#24505a" />
      <path d="M20 0v96M44 0v96M68 0v96" stroke="#3f7d84" strokeWidth="10" />
      <circle cx="48" cy="52" r="22" fill="#c8404a" />
      <path d="M42 31l6-9 6 9z" fill="#e9d7b5" />
    </svg>
  );
}
