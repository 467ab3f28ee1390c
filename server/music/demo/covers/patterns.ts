// Motifs of patterns: tiles, a kilim, arcs, a rosette, a record, ribbons.
import type { Chance } from "../chance.ts";
import {
  circle,
  FOOT,
  n,
  type Palette,
  path,
  polygon,
  rect,
  ring,
  SIDE,
  turned,
} from "./shapes.ts";

/** A wall of cut tiles. */
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
