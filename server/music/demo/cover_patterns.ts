// SVG shapes for covers. They use presentation attributes only, because covers allow no styles.
import type { Chance } from "./song.ts";

/** The width and height of a cover, in its own units. */
export const SIDE = 640;
/** The height of the motif. The song's name is below it. */
export const FOOT = 508;

export function circle(x: number, y: number, r: number, fill: string, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${faint(opacity)}/>`;
}

function ring(x: number, y: number, r: number, width: number, stroke: string): string {
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

function polygon(points: [number, number][], fill: string): string {
  return `<polygon points="${
    points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ")
  }" fill="${fill}"/>`;
}

function turned(degrees: number, x: number, y: number, shapes: string): string {
  return `<g transform="rotate(${n(degrees)} ${n(x)} ${n(y)})">${shapes}</g>`;
}

/** A number with at most one decimal, to keep covers small. */
function n(value: number): string {
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

// Motifs of patterns: tiles, a kilim, arcs, a rosette, a record, ribbons.

export function tiles({ ground, ink, colours }: Palette, chance: Chance): string {
  const count = chance.pick([3, 4, 4]);
  const side = SIDE / count;
  const paints = [...colours, ground, ink];
  let wall = "";
  for (let i = 0; i < count * count; i++) {
    const [x, y] = [(i % count) * side, Math.floor(i / count) * side];
    const [back, front, dot] = chance.shuffled(paints) as [string, string, string];
    const cut = chance.pick([
      path(
        `M ${n(x)} ${n(y)} h ${n(side)} a ${n(side)} ${n(side)} 0 0 1 ${n(-side)} ${n(side)} Z`,
        front,
      ),
      path(
        `M ${n(x)} ${n(y + side / 2)} a ${n(side / 2)} ${n(side / 2)} 0 0 1 ${n(side)} 0 Z`,
        front,
      ) +
      path(`M ${n(x)} ${n(y + side)} a ${n(side / 2)} ${n(side / 2)} 0 0 1 ${n(side)} 0 Z`, dot),
      circle(x + side / 2, y + side / 2, side * 0.36, front) +
      circle(x + side / 2, y + side / 2, side * 0.14, dot),
      polygon([[x, y], [x + side, y], [x, y + side]], front),
      polygon([[x + side / 2, y], [x + side, y + side / 2], [x + side / 2, y + side], [
        x,
        y + side / 2,
      ]], front),
    ]);
    wall += rect(x, y, side + 0.5, side + 0.5, back) +
      turned(chance.pick([0, 90, 180, 270]), x + side / 2, y + side / 2, cut);
  }
  return wall;
}

/** Nested diamonds with stepped edges, as on a kilim. */
export function kilim({ ground, colours }: Palette, chance: Chance): string {
  const order = [...chance.shuffled(colours), ground];
  const step = 20;
  const motif = (x: number, y: number, size: number) => {
    let shape = "";
    for (let layer = 0, reach = size; reach > 0; layer++, reach -= 2) {
      const colour = order[layer % order.length]!;
      for (let row = -reach + 1; row < reach; row++) {
        const half = (reach - Math.abs(row)) * step;
        shape += rect(x - half, y + row * step - step / 2, half * 2, step + 0.5, colour);
      }
    }
    return shape;
  };
  const size = chance.pick([9, 10, 11]);
  const corners = [[0, 0], [SIDE, 0], [0, FOOT], [SIDE, FOOT]] as const;
  return corners.map(([x, y]) => motif(x, y, 7)).join("") + motif(SIDE / 2, FOOT / 2, size);
}

/** Concentric arcs that meet at the corners. */
export function arcs({ colours, ground }: Palette, chance: Chance): string {
  const order = [...chance.shuffled(colours), ground];
  const corners = chance.pick([
    [[0, 0], [SIDE, FOOT]],
    [[SIDE, 0], [0, FOOT]],
    [[SIDE, FOOT], [0, 0]],
    [[0, FOOT], [SIDE, 0]],
  ]) as [number, number][];
  const band = chance.pick([44, 48, 52]);
  return corners.map(([x, y], i) => {
    let bow = "";
    for (let r = band * (i ? 4 : 9), k = i; r > 0; r -= band, k++) {
      bow += circle(x, y, r, order[k % order.length]!);
    }
    return bow;
  }).join("");
}

/** A rosette of petals, as on an İznik tile. */
export function rosette({ ink, colours }: Palette, chance: Chance): string {
  const [one, two, three, four] = chance.shuffled(colours);
  const [x, y] = [SIDE / 2, FOOT / 2];
  const petals = chance.pick([8, 10, 12]);
  const wreath = (reach: number, width: number, fill: string, offset: number) =>
    Array.from({ length: petals }, (_, i) =>
      turned(
        (360 / petals) * (i + offset),
        x,
        y,
        path(
          `M ${x} ${y} c ${n(-width)} ${n(-reach * 0.45)} ${n(-width * 0.7)} ${
            n(-reach * 0.85)
          } 0 ${n(-reach)} c ${n(width * 0.7)} ${n(reach * 0.15)} ${n(width)} ${
            n(reach * 0.55)
          } 0 ${n(reach)} Z`,
          fill,
        ),
      )).join("");
  const width = 620 / petals;
  return wreath(400, width * 1.3, four!, 0.5) + wreath(300, width * 1.1, one!, 0) +
    wreath(205, width * 0.8, two!, 0.5) + wreath(130, width * 0.55, three!, 0) +
    circle(x, y, 38, ink) + circle(x, y, 20, three!);
}

/** A vinyl record with light on its grooves. */
export function record({ ink, colours }: Palette, chance: Chance): string {
  const [one, two, three] = chance.shuffled(colours);
  const x = chance.pick([150, 320, 490]);
  const y = chance.pick([254, 300]);
  const vinyl = "#1c120d";
  const grooves = Array.from({ length: 8 }, (_, i) => ring(x, y, 112 + i * 15, 1.6, "#4a3629"));
  const light = [-32, 148].map((turn) =>
    turned(
      turn,
      x,
      y,
      path(`M ${x} ${y} L ${x + 228} ${y - 40} A 232 232 0 0 1 ${x + 228} ${y + 40} Z`, ink, 0.12),
    )
  );
  return rect(0, y + 20, SIDE, SIDE, two!) + circle(x, y, 238, vinyl) + grooves.join("") +
    light.join("") + circle(x, y, 92, one!) + ring(x, y, 66, 10, three!) + circle(x, y, 12, vinyl);
}

/** Parallel ribbons that turn a corner. */
export function ribbons({ colours }: Palette, chance: Chance): string {
  const order = chance.shuffled(colours);
  const width = chance.pick([46, 56]);
  const bend = chance.between(240, 400);
  const lines = order.map((colour, i) => {
    const at = bend - i * width;
    return `<path d="M ${n(at)} -20 V ${n(300 - i * width * 0.2)} A 160 160 0 0 0 ${n(at + 160)} ${
      n(460 - i * width * 0.2 + i * width)
    } H 700" fill="none" stroke="${colour}" stroke-width="${width + 1}"/>`;
  });
  const flip = chance.pick([0, 180]);
  return turned(flip, SIDE / 2, SIDE / 2, lines.join("")) +
    circle(flip ? 150 : 490, flip ? 470 : 170, chance.between(56, 90), order[1]!);
}

// Motifs of landscapes: a sunset, hills, waves, rays.

/** A setting sun above bands of light, with an island in front. */
export function sunset({ ink, colours }: Palette, chance: Chance): string {
  const [one, two, three, four] = colours;
  const x = chance.between(220, 420);
  const y = chance.between(190, 240);
  const r = chance.between(125, 160);
  const horizon = y + r * chance.between(0.3, 0.55);
  const bands = [0, 1, 2, 3, 4].map((i) => {
    const width = r * (2.2 - i * 0.34);
    return rect(
      x - width / 2,
      horizon + 16 + i * 30 + i * i * 3,
      width,
      9 + i * 2,
      i % 2 ? two : three,
    );
  });
  const coast = chance.pick([-40, 330, 400]);
  const height = chance.between(40, 90);
  const island = `M ${coast} ${n(horizon)} q 60 ${n(-height)} 130 ${n(-height * 0.7)} t 90 ${
    n(-height * 0.2)
  } q 70 20 130 ${n(height * 0.9)} Z`;
  return circle(x, y, r * 1.45, two, 0.22) + circle(x, y, r, three) +
    rect(0, horizon, SIDE, SIDE - horizon, one) + bands.join("") + path(island, four) +
    rect(0, horizon - 1, SIDE, 4, ink);
}

/** Ridges of hills, one behind the other. */
export function hills({ colours }: Palette, chance: Chance): string {
  const [one, two, three, four] = chance.shuffled(colours);
  const sun = circle(
    chance.between(150, 490),
    chance.between(130, 210),
    chance.between(70, 110),
    three!,
  );
  const ridges = [two!, one!, four!].map((colour, i) =>
    path(hill(chance, 300 + i * 95, 110 - i * 12) + ` L ${SIDE} ${SIDE} L 0 ${SIDE} Z`, colour)
  );
  return sun + ridges.join("");
}

/** Even rows of waves under a moon. */
export function waves({ colours }: Palette, chance: Chance): string {
  const order = chance.shuffled(colours);
  const length = chance.pick([160, 213.4, 320]);
  const height = chance.between(26, 46);
  const moon = circle(chance.between(180, 460), 150, chance.between(64, 96), order[3]!);
  const rows = [0, 1, 2, 3, 4, 5].map((i) => {
    const y = 250 + i * 68;
    const shift = (i % 2 ? -length / 2 : 0) - length;
    let d = `M ${n(shift)} ${y}`;
    for (let x = shift; x < SIDE + length; x += length) {
      d += ` q ${n(length / 4)} ${n(-height * 1.6)} ${n(length / 2)} 0 t ${n(length / 2)} 0`;
    }
    return path(`${d} V ${SIDE} H ${n(shift)} Z`, order[i % 3]!);
  });
  return moon + rows.join("");
}

export function rays({ ground, colours }: Palette, chance: Chance): string {
  const [one, two, three] = chance.shuffled(colours);
  const x = chance.pick([160, 320, 480]);
  const y = chance.pick([330, 400, 470]);
  const count = chance.pick([18, 22, 28]);
  const beams = Array.from({ length: count }, (_, i) => {
    const at = (turn: number): [number, number] => [
      x + Math.cos(turn) * 1000,
      y + Math.sin(turn) * 1000,
    ];
    const from = (i / count) * 2 * Math.PI;
    return polygon([[x, y], at(from), at(from + Math.PI / count)], i % 2 ? one! : two!);
  });
  const r = chance.between(95, 135);
  return beams.join("") + circle(x, y, r + 26, ground) + circle(x, y, r, three!);
}

function hill(chance: Chance, y: number, swing: number): string {
  const [a, b, c] = [0, 1, 2].map(() => y + chance.between(-swing, swing));
  return `M 0 ${n(a!)} C 140 ${n(a! - swing)} 180 ${n(b! - swing)} 320 ${n(b!)} S 520 ${
    n(c! + swing)
  } 640 ${n(c!)}`;
}
