// The reference's database: better-sqlite3, one connection, every statement prepared once.
import Database from "better-sqlite3";

const IS_OPEN = `EXISTS (SELECT 1 FROM cafes JOIN accounts ON accounts.id = cafes.owner_id
  WHERE cafes.owner_id = @ownerId AND accounts.verified_at IS NOT NULL)`;

const COLUMNS = `id AS _id, song_title AS songTitle, artist, album_art AS albumArt, uri,
  owner_id AS ownerId, tip_kurus AS tipKurus, status, created_at AS createdAt`;

/** Opens the file with the durability that Sıradaki has: a commit is on the disk before it is answered. */
export function openDatabase(path) {
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("foreign_keys = ON");
  return {
    isOpen: db.prepare(`SELECT 1 WHERE ${IS_OPEN}`),
    queue: db.prepare(`SELECT ${COLUMNS} FROM song_requests
      WHERE owner_id = @ownerId AND status = 'approved' ORDER BY tip_kurus DESC, created_at, id`),
    submit: db.prepare(`INSERT INTO song_requests
        (id, owner_id, song_title, artist, album_art, uri, tip_kurus, guest_id, created_at)
      SELECT @id, @ownerId, coalesce(t.title, @songTitle), coalesce(t.artist, @artist),
        coalesce(t.album_art, @albumArt), @uri, @tipKurus, @guestId, @createdAt
      FROM (SELECT 1) LEFT JOIN tracks t ON t.uri = @uri
      WHERE ${IS_OPEN} AND 200 > (SELECT count(*) FROM
        (SELECT 1 FROM song_requests WHERE owner_id = @ownerId AND status = 'pending' LIMIT 200))
      RETURNING ${COLUMNS}`),
    account: db.prepare(`SELECT id, password_hash AS passwordHash, token_version AS tokenVersion
      FROM accounts WHERE email = ? AND verified_at IS NOT NULL`),
    beginSession: db.prepare(
      "INSERT INTO sessions (id, account_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
    ),
  };
}
