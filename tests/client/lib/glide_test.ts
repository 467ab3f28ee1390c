import { strict as assert } from "node:assert";
import { glide, layoutOf, type ListLayout } from "../../../client/components/GlidingList.tsx";
import { openWindow } from "../dom/window.ts";

Deno.test("a row that moved glides from its old place, and one that stayed does not", async () => {
  await using list = openList();
  const before = list.layout({ a: 0, b: 64 });
  const after = list.layout({ a: 64, b: 64 });
  glide(list.container, before, after, 300);
  assert.deepEqual(list.animations, [["a", { transform: ["translate(0px, -64px)", "none"] }, 300]]);
});

Deno.test("a new row fades in, and a removed one fades out, hidden from screen readers", async () => {
  await using list = openList();
  const before = list.layout({ a: 0 });
  const after = list.layout({ b: 0 });
  const removed = before.rows.get("a")!.row;
  glide(list.container, before, after, 300);
  assert.deepEqual(list.animations.map(([row, frames]) => [row, Object.keys(frames)]), [
    ["b", ["opacity"]],
    ["a", ["opacity", "transform"]],
  ]);
  assert.equal(removed.getAttribute("aria-hidden") ?? removed.ariaHidden, "true");
  assert.ok(list.container.contains(removed));
  list.finish("a");
  assert.ok(!list.container.contains(removed));
});

Deno.test("the text of an empty list is gone at once when the first row comes", async () => {
  await using list = openList();
  const before = list.layout({ empty: 0 });
  glide(list.container, before, list.layout({ a: 0 }), 300);
  assert.deepEqual(list.animations.map(([row]) => row), ["a"]);
});

Deno.test("nothing moves if the user prefers reduced motion", async () => {
  await using list = openList({ reducedMotion: true });
  glide(list.container, list.layout({ a: 0 }), list.layout({ a: 64, b: 0 }), 300);
  assert.deepEqual(list.animations, []);
});

/** A list whose layout a test states, and whose animations are recorded. */
function openList({ reducedMotion = false } = {}) {
  const window = openWindow();
  globalThis.matchMedia = (() => ({ matches: reducedMotion })) as unknown as typeof matchMedia;
  const container = document.createElement("div");
  const animations: [row: string, frames: PropertyIndexedKeyframes, durationMs: number][] = [];
  const finishers = new Map<string, () => void>();
  const animate = (name: string) => (frames: PropertyIndexedKeyframes, options: unknown) => {
    animations.push([name, frames, (options as { duration: number }).duration]);
    return {
      set onfinish(finish: () => void) {
        finishers.set(name, finish);
      },
    };
  };
  Object.assign(container, { animate: animate("container") });
  return {
    container,
    animations,
    finish: (name: string) => finishers.get(name)!(),
    /** Puts rows at these offsets (px) from the top. */
    layout(tops: Record<string, number>): ListLayout {
      container.replaceChildren(
        ...Object.entries(tops).map(([name, top]) => {
          const row = document.createElement("li");
          row.dataset.glide = name;
          Object.defineProperty(row, "offsetTop", { value: top });
          return Object.assign(row, { animate: animate(name) });
        }),
      );
      return layoutOf(container);
    },
    [Symbol.asyncDispose]: () => window[Symbol.asyncDispose](),
  };
}
