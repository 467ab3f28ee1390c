// The rooms of the place 'Kafe': its screens that are not needed all evening, each with a line that says how it stands.
// Adding a room is one line of `ROOMS`.
import { useQuery } from "@tanstack/react-query";
import type { Screen } from "../../../server/contract/access.ts";
import type { IconName } from "../../components/Icon.tsx";
import { formatMoney, formatShortDay, formatTime } from "../../lib/format.ts";
import { useFacts } from "../live/use_facts.ts";
import { useGuestHouse } from "../live/use_guest_house.ts";
import { asked, EVENINGS, LIBRARY, TEAM } from "../queries.ts";
import { hasPlayer, needsAccount } from "../source_traits.ts";

export interface Room {
  to: Screen;
  icon: IconName;
  text: string;
  /** A hook that returns the line; undefined until it is known. */
  useLine: () => string | undefined;
}

/** What cannot be read is left out. */
export const ASIDE = { refetchOnMount: true, refetchInterval: false } as const;
const TODAY = { ...asked("GET /api/payouts/till", { query: { days: "1" } }), ...ASIDE };

export const ROOMS: Room[] = [
  { to: "/panel/music", icon: "music", text: "Müzik", useLine: useMusicLine },
  { to: "/panel/rules", icon: "rules", text: "Kurallar", useLine: useRulesLine },
  { to: "/panel/team", icon: "team", text: "Ekip", useLine: useTeamLine },
  { to: "/panel/evenings", icon: "evening", text: "Akşamlar", useLine: useEveningsLine },
  { to: "/panel/till", icon: "till", text: "Kasa", useLine: useTillLine },
];

function useMusicLine(): string | undefined {
  const facts = useFacts();
  const source = facts?.cafe.source;
  const own = source !== undefined && hasPlayer(source) && !needsAccount(source);
  const songs = useQuery({ ...LIBRARY, enabled: own }).data?.songs;
  if (!facts || source === undefined) return;
  if (own) {
    return songs === undefined
      ? undefined
      : `Kendi dosyalarınız, ${songs.toLocaleString("tr")} şarkı`;
  }
  if (!hasPlayer(source)) return "Kendi sisteminizde siz çalıyorsunuz";
  return facts.connection.isSpotifyConnected ? "Spotify bağlı" : "Spotify bağlı değil";
}

function useRulesLine(): string | undefined {
  const house = useGuestHouse();
  if (!house) return;
  if (!house.open) return house.lines[0];
  return house.lastCallAt ? `Son istek saati ${formatTime(house.lastCallAt)}` : "İstekler açık";
}

function useTeamLine(): string | undefined {
  const { data: members } = useQuery({ ...TEAM, ...ASIDE });
  if (!members) return;
  const joined = members.filter(({ joined }) => joined).length;
  const invited = members.length - joined;
  const team = joined === 0 ? "Yalnızca siz" : `Siz ve ${joined} kişi`;
  return invited > 0 ? `${team}, ${invited} davet bekliyor` : team;
}

function useTillLine(): string | undefined {
  const { data: till } = useQuery(TODAY);
  const today = till?.days.at(-1);
  if (!today) return;
  return `Bugün ${formatMoney(today.received)} alındı, beklenen ${formatMoney(today.expected)}`;
}

function useEveningsLine(): string | undefined {
  const { data: evenings } = useQuery({ ...EVENINGS, ...ASIDE });
  const last = evenings?.[0];
  if (!evenings) return;
  if (!last) return "Henüz bir akşam yok";
  return `${formatShortDay(last.date)}: ${last.requests} istek, ${last.played} çaldı`;
}
