// Makes the reference's database from the facts of a prepared evening: node fill.js DATABASE FACTS
import { readFileSync } from "node:fs";
import process from "node:process";
import Database from "better-sqlite3";

const [database, facts] = process.argv.slice(2);
const { owners, songs, passwordHash } = JSON.parse(readFileSync(facts, "utf8"));
const db = new Database(database);
db.pragma("journal_mode = WAL");
db.exec(readFileSync(new URL("schema.sql", import.meta.url), "utf8"));
db.transaction(() => {
  const account = db.prepare(
    "INSERT INTO accounts (id, email, password_hash, verified_at) VALUES (?, ?, ?, 1)",
  );
  const cafe = db.prepare("INSERT INTO cafes (id, owner_id, name) VALUES (?, ?, 'Kafe Deneme')");
  for (const { ownerId, cafeId, email } of owners) {
    account.run(ownerId, email, passwordHash);
    cafe.run(cafeId, ownerId);
  }
  const track = db.prepare(
    "INSERT INTO tracks (uri, title, artist, album_art) VALUES (@uri, @songTitle, @artist, @albumArt)",
  );
  const request = db.prepare(`INSERT INTO song_requests
      (id, owner_id, song_title, artist, album_art, uri, tip_kurus, status, created_at, decided_at)
    VALUES (@id, @ownerId, @songTitle, @artist, @albumArt, @uri, @tipKurus, 'approved', @createdAt,
      @createdAt)`);
  for (const song of songs) {
    track.run(song);
    request.run(song);
  }
})();
db.close();
