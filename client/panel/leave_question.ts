// Whether something typed would be lost by leaving, and the question that then comes first.
import { askToConfirm } from "../lib/confirm.ts";

let unsaved = false;

/** Called by the screen that holds something unsaved, and again when it is saved or gone. */
export function holdUnsaved(holds: boolean): void {
  unsaved = holds;
}

/** Whether something typed here would be lost. */
export function holdsUnsaved(): boolean {
  return unsaved;
}

/** Resolves to whether the person may be led away: nothing would be lost, or they said so. */
export async function mayLeave(): Promise<boolean> {
  if (!unsaved) return true;
  const sure = await askToConfirm({
    title: "Kaydedilmemiş değişiklikler",
    text: "Yaptığınız değişiklikler kaydedilmedi. Sayfadan ayrılırsanız kaybolacak.",
    action: "Kaydetmeden ayrıl",
    danger: true,
  });
  if (sure) unsaved = false;
  return sure;
}
