// A page in a browser that translates it.

/** Puts each text into elements of its own, as a browser does that translates the page. What reads it holds an old node. */
export function translatePage(): void {
  for (const text of textsIn(document.body)) {
    if (!/[\p{L}\p{N}]/u.test(text.data)) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    text.replaceWith(outer);
    outer.append(inner);
    inner.textContent = text.data;
  }
}

function textsIn(node: Node): Text[] {
  if (node.nodeType === 3) return [node as Text];
  return [...node.childNodes].flatMap(textsIn);
}
