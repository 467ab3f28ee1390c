-- The tables that the reference server needs, with the columns and indexes that its calls use.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  token_version INTEGER NOT NULL DEFAULT 1,
  verified_at INTEGER
);
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE TABLE cafes (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL UNIQUE REFERENCES accounts (id),
  name TEXT NOT NULL
);
CREATE TABLE tracks (
  uri TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  artist TEXT NOT NULL,
  album_art TEXT NOT NULL
);
CREATE TABLE song_requests (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL REFERENCES accounts (id),
  song_title TEXT NOT NULL,
  artist TEXT NOT NULL,
  album_art TEXT NOT NULL,
  uri TEXT NOT NULL,
  tip_kurus INTEGER NOT NULL CHECK (tip_kurus BETWEEN 0 AND 1000000),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'played')),
  guest_id TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER
);
CREATE INDEX song_requests_queue ON song_requests (owner_id, tip_kurus DESC, created_at, id)
  WHERE status = 'approved';
CREATE INDEX song_requests_open ON song_requests (owner_id, status, created_at)
  WHERE status IN ('pending', 'approved');
CREATE INDEX song_requests_guest ON song_requests (owner_id, guest_id, created_at);
