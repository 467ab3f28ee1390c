// What a QR code looks like. It is none, and no phone takes it for one.
import type { DrawnAt } from "./drawn_at.ts";

export function DrawnCode({ x, y, size }: DrawnAt) {
  return (
    <svg className="scene-ink" x={x} y={y} width={size} height={size} viewBox="0 0 58 58">
      <path d="M0 0h18v18H0zM40 0h18v18H40zM0 40h18v18H0z" />
      <path
        className="scene-white"
        d="M3.500 3.500h11v11h-11zM43.500 3.500h11v11h-11zM3.500 43.500h11v11h-11z"
      />
      <path d="M6.500 6.500h5v5h-5zM46.500 6.500h5v5h-5zM6.500 46.500h5v5h-5z" />
      <path d="M23 0h5v5h-5zM32 5h5v10h-5zM23 11h5v7h-5zM0 23h10v5H0zM14 27h9v5h-9zM27 23h6v9h-6zM37 22h8v5h-8zM49 24h9v5h-9zM4 33h6v4H4zM23 37h9v5h-9zM36 34h5v9h-5zM46 34h6v6h-6zM55 36h3v8h-3zM23 46h5v12h-5zM32 48h8v5h-8zM44 46h5v5h-5zM52 50h6v8h-6zM42 55h6v3h-6zM33 56h5v2h-5z" />
    </svg>
  );
}
