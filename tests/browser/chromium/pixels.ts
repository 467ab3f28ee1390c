// The colours of an element as they are painted.
import type { Locator } from "playwright-core";

export interface Picture {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  data: number[];
}

/** What `element` looks like now, read by the browser itself. */
export async function pictureOf(element: Locator): Promise<Picture> {
  const png = (await element.screenshot()).toString("base64");
  return await element.page().evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const { width, height, data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width, height, data: [...data] };
  }, png);
}
