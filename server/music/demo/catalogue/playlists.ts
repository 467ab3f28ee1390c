// The demo account's public playlists, made of the catalogue's songs.
import { base62Id, type Song } from "../song.ts";
import { SONGS } from "./songs.ts";

export interface Playlist {
  id: string;
  uri: string;
  name: string;
  description: string;
  songs: readonly [Song, ...Song[]];
}

export const PLAYLISTS: readonly Playlist[] = [
  playlist("Akşam Kahvesi", "Sakin bir akşam için eski ve yeni şarkılar.", [
    ...[
      "Sezen Aksu",
      "Erol Evgin",
      "Yeni Türkü",
      "Zülfü Livaneli",
      "Kalben",
      "Pinhani",
      "Can Ozan",
    ],
    ...["Nina Simone", "Bill Withers", "Louis Armstrong"],
  ]),
  playlist("Anadolu Rock Gecesi", "Barış Manço'dan Altın Gün'e.", [
    ...["Barış Manço", "Cem Karaca", "Erkin Koray", "Moğollar", "Altın Gün", "Selda Bağcan"],
    ...["Edip Akbayram", "Duman", "mor ve ötesi"],
  ]),
  playlist("Doksanlar Türkçe Pop", "Herkesin sözlerini bildiği şarkılar.", [
    ...["Tarkan", "Levent Yüksel", "Yonca Evcimik", "Mustafa Sandal", "Serdar Ortaç"],
    ...["Kenan Doğulu", "Candan Erçetin", "Sertab Erener", "Şebnem Ferah"],
  ]),
  playlist("Dünya Turu", "Her kıtadan tanıdık şarkılar.", [
    ...["ABBA", "Queen", "The Beatles", "Édith Piaf", "Cesária Évora", "Buena Vista Social Club"],
    ...["Bob Marley & The Wailers", "Antônio Carlos Jobim", "Adele", "The Weeknd"],
  ]),
  playlist("MFÖ'den Beş Şarkı", "Bir turu yarım saat süren kısa bir liste.", ["MFÖ"]),
];

const BY_ID = new Map(PLAYLISTS.map((each) => [each.id, each]));

/** The playlist with this id, if there is one. */
export function findPlaylist(id: string): Playlist | undefined {
  return BY_ID.get(id);
}

/** The address that the service's apps share. */
export function shareLink({ id }: Pick<Playlist, "id">): string {
  return `https://open.spotify.com/playlist/${id}`;
}

/** Every song by these artists, in the order of the catalogue. The id follows from the name, so it never changes. */
function playlist(name: string, description: string, artists: string[]): Playlist {
  const id = base62Id(`playlist:${name}`);
  const [first, ...rest] = SONGS.filter((song) => artists.includes(song.artists[0]!));
  if (!first) {
    throw new Error(`Cannot make the playlist ${name}: the catalogue has none of its songs`);
  }
  return { id, uri: `spotify:playlist:${id}`, name, description, songs: [first, ...rest] };
}
