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
