// Turkish indie, protest songs and rap.
import type { SongRow } from "../song.ts";

export const TURKISH_INDIE: SongRow[] = [
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
