// The demo account's catalogue. Its order breaks ties in a search.
import { base62Id, type Song, type SongRow, toSong } from "./song.ts";

const ANATOLIAN_ROCK: SongRow[] = [
  ["Gülpembe", "Barış Manço", "Sözüm Meclisten Dışarı", "4:39"],
  ["Dönence", "Barış Manço", "Sözüm Meclisten Dışarı", "6:08"],
  ["Alla Beni Pulla Beni", "Barış Manço", "Sözüm Meclisten Dışarı", "4:21"],
  ["Kara Sevda", "Barış Manço", "Sahibinden İhtiyaçtan", "3:54"],
  ["Can Bedenden Çıkmayınca", "Barış Manço", "Sahibinden İhtiyaçtan", "4:31"],
  ["Arkadaşım Eşek", "Barış Manço", "Sözüm Meclisten Dışarı", "3:17"],
  ["Dağlar Dağlar", "Barış Manço", "Dünden Bugüne", "3:41"],
  ["Resimdeki Gözyaşları", "Cem Karaca", "Cem Karaca'nın Apaşlar, Kardaşlar, Moğollar", "3:41"],
  ["Tamirci Çırağı", "Cem Karaca + Dervişan", "Nem Kaldı", "4:20"],
  ["Islak Islak", "Cem Karaca", "Nerde Kalmıştık?", "4:58"],
  ["Fesuphanallah", "Erkin Koray", "Erkin Koray 2", "3:20"],
  ["Şaşkın", "Erkin Koray", "Erkin Koray", "3:09"],
  ["Cemalim", "Erkin Koray", "Elektronik Türküler", "4:01"],
  ["Gurbet", "Özdemir Erdoğan", "Gurbet", "3:26"],
  ["Bir Şey Yapmalı", "Moğollar", "Moğollar '94", "4:26"],
  ["Goca Dünya", "Altın Gün", "On", "3:48"],
  ["Süpürgesi Yoncadan", "Altın Gün", "Gece", "3:35"],
  ["İstanbul'da Sonbahar", "Teoman", "Gönülçelen", "5:01"],
  ["Paramparça", "Teoman", "Onyedi", "4:22"],
  ["Papatya", "Teoman", "O", "4:21"],
  ["Her Şeyi Yak", "Duman", "Belki Alışman Lazım", "4:46"],
  ["Haberin Yok Ölüyorum", "Duman", "Seni Kendime Sakladım", "4:54"],
  ["Aman Aman", "Duman", "Seni Kendime Sakladım", "3:53"],
  ["Senden Daha Güzel", "Duman", "Duman I", "3:36"],
  ["Bir Derdim Var", "mor ve ötesi", "Dünya Yalan Söylüyor", "3:54"],
  ["Cambaz", "mor ve ötesi", "Dünya Yalan Söylüyor", "3:54"],
  ["Deli", "mor ve ötesi", "Başıbozuk", "3:00"],
  ["Holigan", "Athena", "Holigan", "3:27"],
  ["Ben Böyleyim", "Athena", "Altüst", "3:59"],
  ["We Could Be the Same", "maNga", "Şehr-i Hüzün", "3:00"],
  ["Bir Kadın Çizeceksin", "maNga", "maNga", "3:54"],
  ["Dünyanın Sonuna Doğmuşum", "maNga", "Şehr-i Hüzün", "4:32"],
  ["Aldırma Gönül", "Edip Akbayram", "Edip Akbayram", "4:07"],
  ["Yaz Gazeteci Yaz", "Selda Bağcan", "Selda", "3:39"],
];

const TURKISH_CLASSICS: SongRow[] = [
  ["Firuze", "Sezen Aksu", "Firuze", "4:30"],
  ["Hadi Bakalım", "Sezen Aksu", "Gülümse", "4:25"],
  ["Gülümse", "Sezen Aksu", "Gülümse", "4:48"],
  ["Vazgeçtim", "Sezen Aksu", "Gülümse", "4:56"],
  ["Her Şeyi Yak", "Sezen Aksu", "Gülümse", "4:42"],
  ["Tükeneceğiz", "Sezen Aksu", "Sen Ağlama", "4:42"],
  ["Sen Ağlama", "Sezen Aksu", "Sen Ağlama", "4:38"],
  ["Geri Dön", "Sezen Aksu", "Sen Ağlama", "4:33"],
  ["Belalım", "Sezen Aksu", "Sezen Aksu Söylüyor", "4:36"],
  ["Keskin Bıçak", "Sezen Aksu", "Deliveren", "4:16"],
  ["Bambaşka Biri", "Ajda Pekkan", "Süperstar 2", "4:02"],
  ["Yaz Yaz Yaz", "Ajda Pekkan", "Ajda 90", "4:10"],
  ["Petrol", "Ajda Pekkan", "Petr'Oil", "3:01"],
  ["Palavra Palavra", "Ajda Pekkan", "Palavra Palavra", "4:09"],
  ["Hoşgör Sen", "Ajda Pekkan", "Süperstar", "3:37"],
  ["Samanyolu", "Berkant", "Samanyolu", "3:20"],
  ["Memleketim", "Ayten Alpman", "Memleketim", "3:33"],
  ["Anılar", "Coşkun Sabah", "Anılar", "4:40"],
  ["Olmaz Olsun", "Sezen Aksu", "Allahaısmarladık", "3:24"],
  ["İşte Öyle Bir Şey", "Erol Evgin", "Erol Evgin ile Yeniden", "3:18"],
  ["Bir de Bana Sor", "Erol Evgin", "Erol Evgin ile Yeniden", "3:30"],
  [
    "Ben İmkânsız Aşklar İçin Yaratılmışım",
    "Erol Evgin",
    "Ben İmkânsız Aşklar İçin Yaratılmışım",
    "3:44",
  ],
  ["Gitme Sana Muhtacım", "Zeki Müren", "Gitme Sana Muhtacım", "4:50"],
  ["Batsın Bu Dünya", "Orhan Gencebay", "Batsın Bu Dünya", "5:28"],
  ["Hatasız Kul Olmaz", "Orhan Gencebay", "Hatasız Kul Olmaz", "4:58"],
  ["Hangimiz Sevmedik", "Müslüm Gürses", "Hangimiz Sevmedik", "4:33"],
  ["Nilüfer", "Müslüm Gürses", "Aşk Tesadüfleri Sever", "4:29"],
  ["Benzemez Kimse Sana", "Müzeyyen Senar", "Bir Ömre Bedel", "4:05"],
  ["Esmer Günler", "Nilüfer", "Esmer Günler", "4:07"],
  ["Geceler", "Nilüfer", "Geceler", "4:25"],
  ["Göç Yolları", "Yeni Türkü", "Vira Vira", "3:50"],
  ["Yedikule", "Yeni Türkü", "Yeşilmişik?", "3:36"],
  ["Olmasa Mektubun", "Yeni Türkü", "Dünyanın Kapıları", "4:11"],
  ["Telli Telli", "Yeni Türkü", "Dünyanın Kapıları", "3:45"],
  ["Ele Güne Karşı", "MFÖ", "Ele Güne Karşı Yapayalnız", "4:33"],
  ["Güllerin İçinden", "MFÖ", "Ele Güne Karşı Yapayalnız", "3:23"],
  ["Ali Desidero", "MFÖ", "Geldiler", "4:48"],
  ["Mazeretim Var Asabiyim Ben", "MFÖ", "Geldiler", "4:16"],
  ["Sarı Laleler", "MFÖ", "MVAB", "4:00"],
  ["Kalbim Ege'de Kaldı", "Sezen Aksu", "Adı Bende Saklı", "4:43"],
  ["Odalarda Işıksızım", "Kayahan", "Odalarda Işıksızım", "4:35"],
  ["Karlı Kayın Ormanı", "Zülfü Livaneli", "Ada", "4:02"],
  ["Uzun İnce Bir Yoldayım", "Âşık Veysel", "Âşıklar Geleneği", "4:14"],
  ["Haydar Haydar", "Ali Ekber Çiçek", "Haydar Haydar", "6:35"],
];

const TURKISH_INDIE: SongRow[] = [
  ["Ateş Edecek Misin?", "Yüzyüzeyken Konuşuruz", "Akustik Travma", "4:30"],
  ["Dinle Beni Bi'", "Yüzyüzeyken Konuşuruz", "Otoban Sıcağı", "4:04"],
  ["Seni Dert Etmeler", "Madrigal", "Neresindeyim", "3:31"],
  ["Bu Akşam Ölürüm", "Murat Kekilli", "Bu Akşam Ölürüm", "4:34"],
  ["Koca Yaşlı Şişko Dünya", "Adamlar", "Eski Dostum Tankla Gelmiş", "4:11"],
  ["Sarılırım Birine", "Adamlar", "Rüyalarda Buruşmuşum", "3:58"],
  ["En Güzel Yerinde Evin", "Büyük Ev Ablukada", "Full Faça", "3:40"],
  ["Hele Bi' Gel", "Pinhani", "İnandığın Masallar", "4:04"],
  ["Ne Güzel Güldün", "Pinhani", "İnandığın Masallar", "4:23"],
  ["Sadece", "Kalben", "Kalben", "3:37"],
  ["Uzunlar V1", "Evdeki Saat", "Uzunlar", "3:49"],
  ["Bikinisinde Astronomi", "Son Feci Bisiklet", "Vesaire", "3:32"],
  ["Beni Vur", "Ahmet Kaya", "Beni Bul", "4:51"],
  ["Kum Gibi", "Ahmet Kaya", "Şarkılarım Dağlara", "4:12"],
  ["Toprak Yağmura", "Can Ozan", "Toprak Yağmura", "3:18"],
  ["Sar Bu Şehri", "Can Ozan", "Sar Bu Şehri", "3:40"],
  ["Gitme", "Dolu Kadehi Ters Tut", "Gitme", "3:57"],
  ["Yokluğunda", "Leyla The Band", "Yokluğunda", "3:36"],
  ["Eteği Belinde", "Manuş Baba", "Dönersen Islık Çal", "4:18"],
  ["Nalan", "Emir Can İğrek", "Nalan", "3:47"],
  ["Holocaust", "Ceza", "Med Cezir", "4:11", "explicit"],
  ["Susamam", "Şanışer + Fuat + Ados + Hayki", "Susamam", "14:56", "explicit"],
];

const TURKISH_POP: SongRow[] = [
  ["Şımarık", "Tarkan", "Ölürüm Sana", "3:54"],
  ["Şıkıdım", "Tarkan", "Aacayipsin", "3:53"],
  ["Kuzu Kuzu", "Tarkan", "Karma", "3:58"],
  ["Kış Güneşi", "Tarkan", "Aacayipsin", "4:05"],
  ["Yolla", "Tarkan", "10", "3:57"],
  ["Dudu", "Tarkan", "Dudu", "4:35"],
  ["Yeter ki Onursuz Olmasın Aşk", "Levent Yüksel", "Med Cezir", "4:20"],
  ["Med Cezir", "Levent Yüksel", "Med Cezir", "5:12"],
  ["Zalim", "Levent Yüksel", "Levent Yüksel'in 2. CD'si", "4:42"],
  ["Bandıra Bandıra", "Yonca Evcimik", "Yonca Evcimik '94", "3:30"],
  ["Abone", "Yonca Evcimik", "Abone", "3:46"],
  ["Araba", "Mustafa Sandal", "Gölgede Aynı", "3:47"],
  ["İsyankar", "Mustafa Sandal + Gentleman", "Seven", "3:18"],
  ["Karabiberim", "Serdar Ortaç", "Aşk İçin", "4:01"],
  ["Yaparım Bilirsin", "Kenan Doğulu", "Yaparım Bilirsin", "3:53"],
  ["Çakkıdı", "Kenan Doğulu", "Festival", "3:32"],
  ["Shake It Up Şekerim", "Kenan Doğulu", "Festival", "3:01"],
  ["Yalan", "Candan Erçetin", "Çapkın", "4:08"],
  ["Elbette", "Candan Erçetin", "Elbette", "4:23"],
  ["Sensizlik", "Candan Erçetin", "Hazırım", "4:18"],
  ["Kumsalda", "Sertab Erener", "Turuncu", "4:02"],
  ["Everyway That I Can", "Sertab Erener", "No Boundaries", "3:00"],
  ["Rengârenk", "Sertab Erener", "Rengârenk", "3:32"],
  ["Can Kırıkları", "Şebnem Ferah", "Can Kırıkları", "4:20"],
  ["Sil Baştan", "Şebnem Ferah", "Kelimeler Yetse", "4:45"],
  ["Bu Aşk Fazla Sana", "Şebnem Ferah", "Kadın", "4:30"],
  ["Kanatlarım Var Ruhumda", "Nil Karaibrahimgil", "Nil Dünyası", "3:34"],
  ["Kırmızı", "Hande Yener", "Aşk Kadın Ruhundan Anlamıyor", "4:15"],
  ["Elfida", "Haluk Levent", "Elfida", "4:48"],
  ["Öyle Kolaysa", "Mabel Matiz", "Maya", "3:44"],
  ["Gel", "Mabel Matiz", "Gök Nerede", "4:39"],
  ["Antidepresan", "Mabel Matiz + Mert Demir", "Fatih", "3:04"],
  ["Yan Benimle", "Sıla", "Yeni Ay", "3:49"],
  ["Alain Delon", "Ozan Doğulu + Sıla", "130 Bpm", "3:32"],
  ["Bangır Bangır", "Gülşen", "Bangır Bangır", "3:40"],
  ["Depresyondayım", "Göksel", "Körebe", "4:17"],
  ["Afili Yalnızlık", "Emre Aydın", "Afili Yalnızlık", "4:29"],
  ["Düm Tek Tek", "Hadise", "Fast Life", "3:00"],
  ["Cevapsız Çınlama", "Emrah Karaduman + Aleyna Tilki", "Toz Duman", "3:26"],
  ["Martılar", "Edis", "Martılar", "3:05"],
  ["Yatcaz Kalkcaz Ordayım", "Gülşen", "Beni Durdursan mı?", "3:19"],
];

const WORLD: SongRow[] = [
  ["Dancing Queen", "ABBA", "Arrival", "3:50"],
  ["Billie Jean", "Michael Jackson", "Thriller", "4:54"],
  ["Bohemian Rhapsody", "Queen", "A Night at the Opera", "5:54"],
  ["Don't Stop Me Now", "Queen", "Jazz", "3:29"],
  ["Hotel California", "Eagles", "Hotel California", "6:31"],
  ["Wonderwall", "Oasis", "(What's the Story) Morning Glory?", "4:18"],
  ["Creep", "Radiohead", "Pablo Honey", "3:58", "explicit"],
  ["Smells Like Teen Spirit", "Nirvana", "Nevermind", "5:01"],
  ["Nothing Else Matters", "Metallica", "Metallica", "6:28"],
  ["Losing My Religion", "R.E.M.", "Out of Time", "4:28"],
  ["Every Breath You Take", "The Police", "Synchronicity", "4:13"],
  ["Here Comes the Sun", "The Beatles", "Abbey Road", "3:05"],
  ["Wish You Were Here", "Pink Floyd", "Wish You Were Here", "5:34"],
  ["Redemption Song", "Bob Marley & The Wailers", "Uprising", "3:48"],
  ["La Vie en rose", "Édith Piaf", "Chansons parisiennes", "3:07"],
  ["Besame Mucho", "Cesária Évora", "Great Expectations", "4:31"],
  ["Chan Chan", "Buena Vista Social Club", "Buena Vista Social Club", "4:16"],
  ["Garota de Ipanema", "Antônio Carlos Jobim", "The Composer of Desafinado, Plays", "2:44"],
  ["What a Wonderful World", "Louis Armstrong", "What a Wonderful World", "2:19"],
  ["Fly Me to the Moon", "Frank Sinatra + Count Basie", "It Might as Well Be Swing", "2:27"],
  ["Feeling Good", "Nina Simone", "I Put a Spell on You", "2:53"],
  ["Take Five", "The Dave Brubeck Quartet", "Time Out", "5:24"],
  ["Ain't No Sunshine", "Bill Withers", "Just As I Am", "2:04"],
  ["Rolling in the Deep", "Adele", "21", "3:48"],
  ["Someone Like You", "Adele", "21", "4:45"],
  ["Blinding Lights", "The Weeknd", "After Hours", "3:20"],
  ["Get Lucky", "Daft Punk + Pharrell Williams + Nile Rodgers", "Random Access Memories", "6:09"],
  ["Shape of You", "Ed Sheeran", "÷", "3:53"],
  ["Flowers", "Miley Cyrus", "Endless Summer Vacation", "3:20"],
  ["Espresso", "Sabrina Carpenter", "Short n' Sweet", "2:55", "explicit"],
];

export const SONGS: readonly Song[] = [
  ...TURKISH_CLASSICS,
  ...ANATOLIAN_ROCK,
  ...TURKISH_POP,
  ...TURKISH_INDIE,
  ...WORLD,
].map(toSong);

const SONGS_BY_ID = new Map(SONGS.map((song) => [song.id, song]));

export function findSong(id: string): Song | undefined {
  return SONGS_BY_ID.get(id);
}

// The demo account's public playlists, made of the catalogue's songs.

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

const PLAYLISTS_BY_ID = new Map(PLAYLISTS.map((each) => [each.id, each]));

export function findPlaylist(id: string): Playlist | undefined {
  return PLAYLISTS_BY_ID.get(id);
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
