// SVG shapes for covers. They use presentation attributes only, because covers allow no styles.

/** The width and height of a cover, in its own units. */
export const SIDE = 640;
/** The height of the motif. The song's name is below it. */
export const FOOT = 508;

export function circle(x: number, y: number, r: number, fill: string, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${faint(opacity)}/>`;
}

export function ring(x: number, y: number, r: number, width: number, stroke: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${
    n(r)
  }" fill="none" stroke="${stroke}" stroke-width="${n(width)}"/>`;
}

export function rect(x: number, y: number, w: number, h: number, fill: string): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"/>`;
}

export function path(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}"${faint(opacity)}/>`;
}

export function polygon(points: [number, number][], fill: string): string {
  return `<polygon points="${
    points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ")
  }" fill="${fill}"/>`;
}

export function turned(degrees: number, x: number, y: number, shapes: string): string {
  return `<g transform="rotate(${n(degrees)} ${n(x)} ${n(y)})">${shapes}</g>`;
}

/** A number with at most one decimal, to keep covers small. */
export function n(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

function faint(opacity: number): string {
  return opacity === 1 ? "" : ` fill-opacity="${opacity}"`;
}

// The palettes of the covers: a ground, an ink that is readable on it, and four colours.

export interface Palette {
  ground: string;
  ink: string;
  colours: readonly [string, string, string, string];
}

export const PALETTES: readonly [Palette, ...Palette[]] = [
  { ground: "#24130d", ink: "#fbe7cb", colours: ["#c2451e", "#f0892b", "#f8c557", "#8a2a1b"] },
  { ground: "#f5e2c4", ink: "#381a10", colours: ["#b5381d", "#e2741f", "#f7b733", "#7b2417"] },
  { ground: "#350f28", ink: "#ffe3bd", colours: ["#8e1f42", "#d9452f", "#f49d45", "#5c1638"] },
  { ground: "#eddfb8", ink: "#2e2512", colours: ["#6c6d2f", "#d49c22", "#b9531f", "#4a4a22"] },
  { ground: "#f3e0c2", ink: "#1c2a2c", colours: ["#1a575d", "#e07b3c", "#f1b950", "#a83c22"] },
  { ground: "#541717", ink: "#fde8d4", colours: ["#e97a69", "#f6b495", "#c43b32", "#f3d3a2"] },
  { ground: "#1b1a2d", ink: "#f8e3c9", colours: ["#e4582f", "#f2a71c", "#7c3040", "#f3cf8e"] },
  { ground: "#e9d4b5", ink: "#2c1b11", colours: ["#5e3c2a", "#aa6a3b", "#d99e5c", "#8a2f1d"] },
  { ground: "#0f2f33", ink: "#fbe6c7", colours: ["#e2733a", "#f3b54d", "#1f6065", "#c2442a"] },
  { ground: "#f8d9b0", ink: "#43141c", colours: ["#d94a3a", "#7d1f33", "#f0913a", "#fbeed8"] },
  { ground: "#c9502a", ink: "#fff0d6", colours: ["#f6b546", "#7a2016", "#fbe0b0", "#e37b35"] },
  { ground: "#e6a52f", ink: "#3a1b0c", colours: ["#b7401c", "#fbe8bd", "#6d2413", "#db7320"] },
];

/** The perceived lightness of `colour`, 0 to 255 (ITU-R BT.601). */
export function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/g) ?? [])
    .map((part) => parseInt(part, 16));
  return red * 0.299 + green * 0.587 + blue * 0.114;
}
