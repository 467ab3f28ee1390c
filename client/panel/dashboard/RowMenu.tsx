// What the team can do with a request besides deciding on it: put it first, and take no more of this guest tonight.
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { Icon } from "../../components/Icon.tsx";
import { shortTitle } from "../../lib/format.ts";
import { sentenceOf } from "../../lib/http.ts";
import { MenuButton } from "../MenuButton.tsx";
import { usePanel } from "../services.ts";

interface RowMenuProps {
  request: OpenRequest;
  /** Those that wait for a decision, of which some may be this guest's. */
  pending: readonly OpenRequest[];
}

export function RowMenu({ request, pending }: RowMenuProps) {
  const { api, notices, queries, undo } = usePanel();
  const { _id: id, songTitle, status, first, own } = request;

  /** Says what went wrong. What is shown follows from the server in any case. */
  const follow = async (failed: string, send: () => Promise<void>) => {
    try {
      await send();
    } catch (error) {
      notices.show("error", failed, sentenceOf(error));
    }
    await queries.refreshRoom();
  };
  const putFirst = () =>
    follow("Şarkı öne alınamadı.", async () => {
      const sentAt = Date.now();
      await api("PUT /api/requests/:id/first", { params: { id }, body: { first: !first } });
      if (!first) undo.offerFirst(request, sentAt);
    });
  const block = () =>
    follow("Müşteri engellenemedi.", async () => {
      const sentAt = Date.now();
      const { changed, ids } = await api("POST /api/requests/:id/block", { params: { id } });
      notices.show("success", "Bu müşteriden bu akşam yeni istek alınmayacak.");
      const requests = pending.filter(({ _id }) => ids.includes(_id));
      if (changed > 0) undo.offerMany({ kind: "reject", requests, changed }, sentAt);
    });

  const actions = [
    ...status === "approved"
      ? [{ label: first ? "Bahşiş sırasına döndür" : "Sıradaki olsun", run: putFirst }]
      : [],
    ...own ? [] : [{ label: "Bu akşam bu müşteriden istek alma", run: block }],
  ];
  return (
    <MenuButton
      label={`Diğer işlemler: ${shortTitle(songTitle)}`}
      actions={actions}
      className="icon-button"
    >
      <Icon name="more" />
    </MenuButton>
  );
}
