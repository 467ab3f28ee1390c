// The HTML of a letter: one card that every mail program can show.
import type { LetterParts } from "./mail.ts";

// No colour consists of six decimal digits: mail programs would take it for a code.
const PAGE = "margin:0;padding:24px;background:#f7f0e6;color:#2b1a10;" +
  "font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif";
const CARD = "max-width:30em;margin:0 auto;padding:24px 32px;background:#fffcf7;border-radius:12px";
const CODE = "margin:24px 0;font-size:34px;font-weight:700;letter-spacing:.2em;text-align:center";
const BUTTON = "display:inline-block;padding:12px 24px;border-radius:8px;background:#8a4b0f;" +
  "color:#fffcf7;font-weight:600;text-decoration:none";

/** The HTML part of a letter. */
export function letterHtml({ subject, before, code, link, after }: LetterParts): string {
  return `<!doctype html>
<html lang="tr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(subject)}</title></head>
<body style="${PAGE}">
<div style="${CARD}">
${before.map(paragraph).join("\n")}
${code === undefined ? "" : `<p style="${CODE}">${escape(code)}</p>`}
${link === undefined ? "" : button(link)}
${after.map(paragraph).join("\n")}
<p style="color:#6b5344">Sıradaki</p>
</div>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p>${escape(text)}</p>`;
}

function button({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0"><a href="${escape(url)}" style="${BUTTON}">${
    escape(label)
  }</a></p>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
