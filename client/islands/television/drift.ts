// Moves the whole page a little, so that no picture burns into the screen.

/** How often it moves. */
const DRIFT_MS = 3 * 60_000;
/** The offsets of the page, in rem. They are smaller than its margin, so that nothing is cut off. */
const PLACES = [[0, 0], [0.5, 0.3], [0, 0.6], [-0.5, 0.3], [-0.6, -0.3], [0, -0.6], [0.6, -0.3]];

/** Moves `page` to the next place every few minutes, at once and without an animation. */
export function drift(page: HTMLElement): void {
  let place = 0;
  setInterval(() => {
    place = (place + 1) % PLACES.length;
    const [x, y] = PLACES[place]!;
    page.style.translate = `${x}rem ${y}rem`;
  }, DRIFT_MS);
}
