import { strict as assert } from "node:assert";
import { ConfirmDialog } from "../../../../client/panel/routes/__root.tsx";
import { ConnectButton } from "../../../../client/panel/music/ConnectionActions.tsx";
import type { OpenSpeaker } from "../../../../client/panel/speaker/open_speaker.ts";
import { button, click, settle } from "../../../support/dom/page.ts";
import { openPanel } from "../../../support/dom/panel_page.tsx";
import { answerDialog, dialog } from "../../../support/dom/whole_panel.ts";

const CONNECTION = {
  isSpotifyConnected: false,
  reason: "never_connected",
  connectedUntil: null,
  reconnectSoon: false,
  demo: false,
  connectAt: "http://kafe.test",
} as const;

Deno.test("in the tab that plays the music the consent page is opened in another tab, after a question", async () => {
  await using panel = await openPanel();
  panel.network.answer("POST", "/api/spotify/ticket", () => Response.json({ ticket: "t1" }));
  panel.services.speaker.set({ isHeard: () => true } as OpenSpeaker);
  const opened: unknown[][] = [];
  const { open } = globalThis;
  globalThis.open = (...args) => {
    opened.push(args);
    return null;
  };
  try {
    await panel.render(
      <>
        <ConnectButton connection={CONNECTION} />
        <ConfirmDialog confirmation={panel.services.confirmation} />
      </>,
    );
    for (const answer of ["Vazgeç", "Yeni sekmede aç"]) {
      await click(button("Spotify'a bağlan"));
      await settle();
      assert.match(dialog()!.textContent!, /Müzik bu sekmede çalıyor\./);
      assert.equal(opened.length, 0);
      await answerDialog(answer);
      await settle();
    }
    assert.deepEqual(opened, [["/api/spotify/login?token=t1", "_blank", "noopener"]]);
    assert.equal(button("Spotify'a bağlan").dataset.busy, undefined);
  } finally {
    globalThis.open = open;
  }
});
