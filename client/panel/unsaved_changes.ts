// Whether leaving the screen would lose something that was typed, and the question that then comes first.
import type { Confirmation } from "../lib/confirmation.ts";

export interface UnsavedChanges {
  /** Called by the screen that holds unsaved changes, and again when they are saved or gone. */
  set(unsaved: boolean): void;
  exist(): boolean;
  /** Resolves to whether the user may leave: nothing would be lost, or they confirmed it. */
  mayLeave(): Promise<boolean>;
}

export function createUnsavedChanges(confirmation: Confirmation): UnsavedChanges {
  let unsaved = false;
  return {
    set: (value) => void (unsaved = value),
    exist: () => unsaved,
    async mayLeave() {
      if (!unsaved) return true;
      const confirmed = await confirmation.ask({
        title: "Kaydedilmemiş değişiklikler",
        text: "Yaptığınız değişiklikler kaydedilmedi. Sayfadan ayrılırsanız kaybolacak.",
        action: "Kaydetmeden ayrıl",
        danger: true,
      });
      if (confirmed) unsaved = false;
      return confirmed;
    },
  };
}
