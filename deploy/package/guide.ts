// The cafe owner's guide (deploy/box.md) as one HTML file, which needs no network and no other file: for the packages.
import { Buffer } from "node:buffer";
import { extname, join } from "node:path";
import { Marked } from "marked";

const ROOT = join(import.meta.dirname!, "../..");
const STYLES = ["client/styles/fonts.css", "client/styles/tokens.css", "deploy/package/guide.css"];
const TYPES: Record<string, string> = {
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The guide as an HTML document. @throws Deno.errors.NotFound if it shows a picture that does not exist */
export function guideHtml(): string {
  const markdown = read("deploy/box.md");
  const [, title = ""] = markdown.match(/^# (.+)$/m) ?? [];
  const body = marked.parse(markdown, { async: false });
  return `<!DOCTYPE html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${STYLES.map((path) => inlined(read(path), /url\("(\.[^"]+)"\)/g, join(path, ".."))).join("\n")}
</style>
</head>
<body>
<main>
${inlined(body, /src="(pictures\/[^"]+)"/g, "deploy")}
</main>
</body>
</html>
`;
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

/** The anchor that GitHub gives to a heading, so that links to it work in both forms of the guide. */
function anchor(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(" ", "-");
}

/** `text` with the files that `references` find in it, relative to `folder`, as data URIs. */
function inlined(text: string, references: RegExp, folder: string): string {
  return text.replace(references, (reference, path) => {
    const bytes = Deno.readFileSync(join(ROOT, folder, path));
    const base64 = Buffer.from(bytes).toString("base64");
    return reference.replace(path, `data:${TYPES[extname(path)]};base64,${base64}`);
  });
}

function read(path: string): string {
  return Deno.readTextFileSync(join(ROOT, path));
}
