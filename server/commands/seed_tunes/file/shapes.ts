// Shapes of covers. A cover is 100 units wide and high.

/** How far a point is from the shape's edge, in units: under 0 is inside. */
export type Shape = (x: number, y: number) => number;

export function disc(x: number, y: number, radius: number): Shape {
  return (px, py) => length(px - x, py - y) - radius;
}

export function ring(x: number, y: number, radius: number, width: number): Shape {
  return (px, py) => Math.abs(length(px - x, py - y) - radius) - width / 2;
}

/** A rectangle by its left upper corner, with corners as round as `round`. */
export function box(x: number, y: number, width: number, height: number, round = 0): Shape {
  return (px, py) => {
    const dx = Math.abs(px - x - width / 2) - width / 2 + round;
    const dy = Math.abs(py - y - height / 2) - height / 2 + round;
    return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round;
  };
}

/** A line with round ends. */
export function line(x1: number, y1: number, x2: number, y2: number, width: number): Shape {
  const [dx, dy] = [x2 - x1, y2 - y1];
  return (px, py) => {
    const along = ((px - x1) * dx + (py - y1) * dy) / (dx * dx + dy * dy);
    const nearest = Math.max(0, Math.min(1, along));
    return length(px - x1 - nearest * dx, py - y1 - nearest * dy) - width / 2;
  };
}

/** All that is below a wavy line. */
export function sea(y: number, height: number, length: number, shift = 0): Shape {
  return (px, py) => y + height * Math.sin(2 * Math.PI * (px + shift) / length) - py;
}

/** Several shapes as one. */
export function together(...shapes: Shape[]): Shape {
  return (x, y) => {
    let nearest = Infinity;
    for (const shape of shapes) nearest = Math.min(nearest, shape(x, y));
    return nearest;
  };
}

/** As Math.hypot, which is some ten times as slow. */
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
