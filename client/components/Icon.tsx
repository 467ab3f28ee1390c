// The icons: one stroke width, one size, drawn on a grid of 24 units.

const PATHS = {
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 20 20",
  check: "m5 12.5 4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6 6 18",
  play: "M8 5.5v13l10.5-6.5z",
  music:
    "M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0",
  list: "M4 6.5h16M4 12h10M4 17.5h7",
  wallet:
    "M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V17a2 2 0 0 0 2 2h14V8H6.500A2.5 2.5 0 0 1 4 7.500M16 13.500h.01",
  person:
    "M12 11.500a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.500M5 20c.6-3.6 3.4-5.5 7-5.500s6.4 1.9 7 5.5",
  share:
    "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.500v2.500H14zM17.5 17.500H20V20h-2.500zM14 20h.01M20 14h.01",
  exit: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  link:
    "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1",
  offline:
    "M4 4l16 16M8.5 15.500a5 5 0 0 1 5.5-1M5 12a10 10 0 0 1 5-2.800M2 8.500a15 15 0 0 1 5-3M13 5.200a15 15 0 0 1 9 3.300M15.5 9.600A10 10 0 0 1 19 12M12 19h.01",
  info: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17M12 11v5.500M12 7.500h.01",
  warning: "M12 4 3 19.500h18zM12 10v4M12 17h.01",
} as const;

export type IconName = keyof typeof PATHS;

/** Hidden from screen readers: its meaning is in the text beside it or in its button's label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
