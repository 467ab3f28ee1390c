// Draws the images that cannot be SVG: touch icons and the image of link previews. Run it after a change of the logo or
// the palette, with `deno run -A tools/pictures/images.ts`. Its output is committed.
import { join } from "node:path";
import { launchChromium } from "../../tests/browser/chromium/browser.ts";

const CLIENT = join(import.meta.dirname!, "../../client");
const PUBLIC = join(CLIENT, "public");
const mark = Deno.readTextFileSync(join(PUBLIC, "favicon.svg"));
/** Without rounded corners, since devices cut touch icons themselves. */
const square = mark.replace('rx="8"', "");

const browser = await launchChromium();
await draw("apple-touch-icon.png", 180, 180, sized(square, 180));
await draw("icon-512.png", 512, 512, sized(square, 512));
await draw("link-preview.png", 1200, 630, linkPreview());
await browser.close();

async function draw(name: string, width: number, height: number, body: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${body}`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(PUBLIC, name) });
}

function linkPreview(): string {
  return `<style>
    ${fontFace()}
    main {
      box-sizing: border-box; height: 630px; padding: 96px; display: flex; gap: 72px;
      align-items: center; background: #17100b; color: #f7ebda;
    }
    h1 { margin: 0; font: 600 148px/1 Fraunces; letter-spacing: -0.02em }
    p { margin: 28px 0 0; font: 400 44px/1.25 Fraunces; color: #f7b857 }
  </style>
  <main>${
    sized(mark, 260)
  }<div><h1>Sıradaki</h1><p>Kafenin müziğini birlikte seçin.</p></div></main>`;
}

function fontFace(): string {
  const font = Deno.readFileSync(join(CLIENT, "styles/fonts/fraunces.woff2"));
  return `@font-face {
    font-family: Fraunces; font-weight: 400 700; src: url(data:font/woff2;base64,${font.toBase64()});
  }`;
}

function sized(svg: string, side: number): string {
  return svg.replace("<svg ", `<svg width="${side}" height="${side}" `);
}
