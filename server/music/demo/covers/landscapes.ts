// Motifs of landscapes: a sunset, hills, waves, rays.
import type { Chance } from "../chance.ts";
import { circle, n, type Palette, path, polygon, rect, SIDE } from "./shapes.ts";

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

/** Rays from a low sun. */
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
