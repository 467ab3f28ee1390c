// The icons: one stroke width, one size, drawn on a grid of 24 units.
import type { PANEL_ICONS } from "./panel_icons.ts";

export const PUBLIC_ICONS = {
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 20 20",
  check: "m5 12.5 4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6 6 18",
  music:
    "M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0",
  offline:
    "M4 4l16 16M8.5 15.500a5 5 0 0 1 5.5-1M5 12a10 10 0 0 1 5-2.800M2 8.500a15 15 0 0 1 5-3M13 5.200a15 15 0 0 1 9 3.300M15.5 9.600A10 10 0 0 1 19 12M12 19h.01",
  info: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17M12 11v5.500M12 7.500h.01",
  warning: "M12 4 3 19.500h18zM12 10v4M12 17h.01",
};

export type IconName = keyof typeof PUBLIC_ICONS | keyof typeof PANEL_ICONS;

const paths: Partial<Record<IconName, string>> = { ...PUBLIC_ICONS };

/** Adds icons that the public pages do not load. */
export function addIcons(more: typeof PANEL_ICONS): void {
  Object.assign(paths, more);
}

/** Hidden from screen readers: its meaning is in the text beside it or in its button's label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
