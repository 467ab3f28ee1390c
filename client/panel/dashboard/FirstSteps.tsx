// What a new cafe does first: five steps in one card, which tick themselves (docs/accounts.md#first-steps).
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { FirstSteps as Steps } from "../../../server/contract/cafes.ts";
import { Button, buttonClass } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import { sentenceOf } from "../../lib/http.ts";
import type { QrShape } from "../../lib/qr.ts";
import type { CafeFacts } from "../live/use_facts.ts";
import { AddFiles, FolderPath } from "../music/AddFiles.tsx";
import { ConnectionActions } from "../music/ConnectionActions.tsx";
import { LIBRARY } from "../queries.ts";
import { usePanel } from "../services.ts";
import { hasPlayer, hasPlayerPage, needsAccount } from "../source_traits.ts";

interface Step {
  title: string;
  done: boolean;
  /** What to do, while it is the first step that is not done. */
  body: ReactNode;
}

/** Sends a change, tells of a failure, and has the facts read again. `busy` names the change that is under way. */
function useStep() {
  const { notices, queries } = usePanel();
  const [busy, setBusy] = useState("");
  const change = async (name: string, send: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(name);
    try {
      await send();
    } catch (error) {
      notices.show("error", "Kaydedilemedi. Lütfen tekrar deneyin.", sentenceOf(error));
    }
    await queries.refreshRoom();
    setBusy("");
  };
  return { busy, change };
}

function isMusicChosen({ cafe: { source }, connection }: CafeFacts, steps: Steps): boolean {
  if (needsAccount(source)) return connection.isSpotifyConnected;
  return hasPlayerPage(source) ? (steps.songs ?? 0) > 0 : true;
}

function ChooseMusic({ facts, songs }: { facts: CafeFacts; songs: number | null }) {
  const { api, queries } = usePanel();
  const { busy, change } = useStep();
  const choose = (source: string) =>
    change(source, async () => {
      await api("PUT /api/music", { body: { source } });
      await queries.refreshAfter("PUT /api/music");
    });
  if (hasPlayerPage(facts.cafe.source)) return <AddOwnFiles />;
  const hasFiles = songs !== null && songs > 0;
  return (
    <>
      {hasFiles && (
        <p>
          <strong>Klasörde {songs.toLocaleString("tr-TR")} şarkı hazır.</strong>
        </p>
      )}
      <div className="first-steps-choices">
        {songs !== null && (
          <Button
            look="primary"
            busy={busy === "library"}
            onClick={() => void choose("library")}
          >
            Kendi dosyalarımı çal
          </Button>
        )}
        <ConnectionActions
          connection={facts.connection}
          look={songs === null ? "primary" : "plain"}
        />
        <Button busy={busy === "manual"} onClick={() => void choose("manual")}>
          Başka bir sistemde çalıyorum
        </Button>
      </div>
    </>
  );
}

/** For a cafe that plays its own files and has none. */
function AddOwnFiles() {
  const { queries } = usePanel();
  const { data: library } = useQuery(LIBRARY);
  const added = async () => {
    await Promise.all([
      queries.refresh(["GET /api/library"]),
      queries.refreshRoom(),
    ]);
  };
  if (!library) return <p role="status">Klasörün durumu okunuyor…</p>;
  return (
    <>
      {library.canAdd
        ? <AddFiles onAdded={added} />
        : <p>Şarkılarınızı klasöre kopyalayın; bir dakika içinde kendiliğinden bulunur.</p>}
      {library.folder && <FolderPath folder={library.folder} />}
      <p className="aside">
        <Link to="/panel/music">Başka bir müzik kaynağı seç</Link>
      </p>
    </>
  );
}

function HearSong({ source }: { source: string }) {
  if (hasPlayerPage(source)) {
    return (
      <>
        <p>Hoparlörlere bağlı bilgisayarda oynatıcıyı açıp 'Müziği başlat'a basın.</p>
        <Link to="/panel/player" className={buttonClass("primary")}>Oynatıcıyı aç</Link>
      </>
    );
  }
  if (!hasPlayer(source)) {
    return (
      <p>
        Sıraya bir şarkı girince onu kendi sisteminizde başlatın, sonra aşağıda 'Çalıyor'a basın.
      </p>
    );
  }
  return (
    <p>
      Kafedeki cihazda Spotify'ı açın. Sıraya bir şarkı girince aşağıda 'Sıradaki şarkıyı çal'a
      basın.
    </p>
  );
}

function TrialRequest({ shareUrl }: { shareUrl: string }) {
  const [shape, setShape] = useState<QrShape>();
  useEffect(() => {
    // The QR library is a chunk of its own.
    import("../../lib/qr.ts").then(({ drawQr }) => setShape(drawQr(shareUrl, "M")), () => {});
  }, [shareUrl]);
  return (
    <div className="first-steps-trial">
      <div className="first-steps-code">
        {shape && <QrCode shape={shape} label="Kafenizin müşteri sayfası" size={160} />}
      </div>
      <div>
        <p>
          Kodu telefonunuzla okutun, bir şarkı arayın ve isteğinizi gönderin. İstek burada görünür.
        </p>
        <a href={shareUrl} target="_blank" rel="noopener" className={buttonClass()}>
          Müşteri sayfasını aç<span className="visually-hidden">(yeni sekmede açılır)</span>
        </a>
      </div>
    </div>
  );
}

function ChooseTips() {
  const { api, queries } = usePanel();
  const { busy, change } = useStep();
  const atTill = () =>
    change("till", async () => {
      await api("PUT /api/house", { body: { tips: "till" } });
      await queries.refreshAfter("PUT /api/house");
    });
  return (
    <>
      <p>Bahşişler IBAN'ınıza ödensin ya da müşterileriniz kasada ödesin.</p>
      <div className="first-steps-choices">
        <Link to="/panel/profile" className={buttonClass("primary")}>IBAN gir</Link>
        <Button busy={busy === "till"} onClick={() => void atTill()}>Kasada ödensin</Button>
      </div>
    </>
  );
}

function stepsOf(facts: CafeFacts, steps: Steps): Step[] {
  const { cafe } = facts;
  return [
    {
      title: "Müziği seçin",
      done: isMusicChosen(facts, steps),
      body: <ChooseMusic facts={facts} songs={steps.songs} />,
    },
    {
      title: "Bir şarkı dinleyin",
      done: steps.heard,
      body: <HearSong source={cafe.source} />,
    },
    {
      title: "Deneme isteği gönderin",
      done: steps.asked,
      body: <TrialRequest shareUrl={cafe.shareUrl} />,
    },
    {
      title: "Masa kartlarını yazdırın",
      done: steps.printed,
      body: <Link to="/panel/share" className={buttonClass("primary")}>Kartlara git</Link>,
    },
    {
      title: "Bahşişlerin yolunu seçin",
      done: Boolean(cafe.iban) || cafe.hasTill,
      body: <ChooseTips />,
    },
  ];
}

/** Nothing to staff, nor once the steps are done or put away; a cafe that has just done them reads so once. */
export function FirstSteps({ facts }: { facts: CafeFacts }) {
  const id = useId();
  const { api, confirmation } = usePanel();
  const { busy, change } = useStep();
  const [isReady, setReady] = useState(false);
  const known = facts.cafe.firstSteps;
  const steps = known ? stepsOf(facts, known) : [];
  const current = steps.findIndex(({ done }) => !done);
  const end = () =>
    change("end", () => api("PUT /api/cafes/first-steps", { body: { step: "ended" } }));
  const isDone = known !== undefined && current === -1;
  useEffect(() => {
    if (!isDone) return;
    setReady(true);
    void end();
  }, [isDone]);
  const putAway = async () => {
    const sure = await confirmation.ask({
      title: "İlk adımlar kaldırılsın mı?",
      text: "Hepsini 'Müzik', 'Oynatıcı', 'Paylaş' ve 'Profil' ekranlarında da yapabilirsiniz.",
      action: "Kaldır",
    });
    if (sure) await end();
  };
  if (isReady) {
    return (
      <section className="card first-steps-ready" aria-label="İlk adımlar">
        <Icon name="check" />
        <p role="status">Kafeniz hazır. İyi akşamlar!</p>
      </section>
    );
  }
  if (!known) return null;
  return (
    <section className="card first-steps" aria-labelledby={id}>
      <div className="first-steps-top">
        <h2 id={id}>İlk adımlar</h2>
        <p className="aside">{steps.filter(({ done }) => done).length} / {steps.length}</p>
        <Button look="quiet" busy={busy === "end"} onClick={() => void putAway()}>Kaldır</Button>
      </div>
      <ol>
        {steps.map(({ title, done, body }, at) => (
          <li
            key={title}
            className="first-step"
            data-state={done ? "done" : at === current ? "now" : "later"}
            aria-current={at === current ? "step" : undefined}
          >
            <div className="first-step-line">
              <span className="first-step-mark" aria-hidden="true">
                {done ? <Icon name="check" /> : at + 1}
              </span>
              <h3>
                {title}
                {done && <span className="visually-hidden">, tamam</span>}
              </h3>
            </div>
            {at === current && <div className="first-step-body">{body}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}
