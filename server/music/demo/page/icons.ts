// The page's icons, on a grid of 24 units. Their meaning stands in words beside them.
import { html, raw } from "hono/html";

const PATHS = {
  play: "M8 5v14l11-7z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  next: "M6 5v14l9-7zM16 5h3v14h-3z",
  previous: "M18 5v14l-9-7zM5 5h3v14H5z",
  end: "M4 5v14l8-7zM12 5v14l8-7z",
} as const;

export function icon(name: keyof typeof PATHS) {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="${raw(PATHS[name])}" />
    </svg>
  `;
}
