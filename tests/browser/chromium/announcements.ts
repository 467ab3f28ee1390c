// What a page says to those who do not see it change. Words give way to the next ones: they are noted as they come.
import type { Page } from "playwright-core";

/** Notes what is said from now on. The returned function resolves once `words` were said, as many times. */
export async function announcements(
  page: Page,
): Promise<(words: string, times?: number) => Promise<void>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const region = document.querySelector("p.visually-hidden[role=status]")!;
    new MutationObserver(() => said.push(region.textContent ?? ""))
      .observe(region, { childList: true, characterData: true, subtree: true });
  });
  const heard = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  return async (words, times = 1) => {
    await page.waitForFunction(
      ({ words, times }) => {
        const { said } = globalThis as unknown as { said: string[] };
        return said.filter((told) => told.includes(words)).length === times;
      },
      { words, times },
    ).catch(async (cause) => {
      const said = (await heard()).join(" | ");
      throw new Error(`Waited for '${words}' to be announced ${times} times, heard: ${said}`, {
        cause,
      });
    });
  };
}
