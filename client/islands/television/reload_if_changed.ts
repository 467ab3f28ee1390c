// Reloads a page that stays open for months if the server has another one by now.

/**
 * Fetches this page's address and reloads if its tag (`data-build`) is another than `build`. While the server is not
 * reached, or refuses, the page stays as it is.
 */
export async function reloadIfChanged(build: string): Promise<void> {
  const html = await fetch(location.href).then(
    (answer) => answer.ok ? answer.text() : "",
    () => "",
  );
  const page = new DOMParser().parseFromString(html, "text/html").querySelector<HTMLElement>(
    "[data-build]",
  );
  if (page && page.dataset.build !== build) location.reload();
}
