-- What a cafe plays becomes a table of its own; it replaces claimed_at and played_at of a request
-- (docs/playback.md#a-play). Triggers that name song_requests are dropped before the table is built anew.
DROP TRIGGER ledger_tip_earned;
--> statement-breakpoint
CREATE TABLE `plays` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`request_id` text,
	`source` text NOT NULL,
	`uri` text NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`album_art` text NOT NULL,
	`duration_ms` integer,
	`state` text NOT NULL,
	`sent_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`why_ended` text,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plays_state" CHECK(state in ('sent', 'playing', 'ended', 'released')),
	CONSTRAINT "plays_started" CHECK((state in ('playing', 'ended')) = (started_at is not null)),
	CONSTRAINT "plays_ended" CHECK((state in ('ended', 'released')) = (ended_at is not null)),
	CONSTRAINT "plays_why" CHECK((ended_at is null) = (why_ended is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plays_active` ON `plays` (`owner_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `plays_played` ON `plays` (`request_id`) WHERE started_at is not null;--> statement-breakpoint
CREATE INDEX `plays_sent` ON `plays` (`sent_at`) WHERE state = 'sent';--> statement-breakpoint
CREATE INDEX `plays_owner` ON `plays` (`owner_id`,`sent_at`);--> statement-breakpoint
-- A played song has ended, whenever that was; a claimed song becomes a play in `sent`.
INSERT INTO `plays` (id, owner_id, request_id, source, uri, title, artist, album_art, duration_ms, state, sent_at, started_at, ended_at, why_ended)
SELECT r.id, r.owner_id, r.id, substr(r.uri, 1, instr(r.uri, ':') - 1), r.uri, r.song_title, r.artist, r.album_art, t.duration_ms,
  'ended', r.played_at, r.played_at, r.played_at + coalesce(t.duration_ms, 0), 'unknown'
FROM song_requests r LEFT JOIN tracks t ON t.uri = r.uri WHERE r.played_at IS NOT NULL;
--> statement-breakpoint
INSERT INTO `plays` (id, owner_id, request_id, source, uri, title, artist, album_art, duration_ms, state, sent_at)
SELECT r.id, r.owner_id, r.id, substr(r.uri, 1, instr(r.uri, ':') - 1), r.uri, r.song_title, r.artist, r.album_art, t.duration_ms,
  'sent', r.claimed_at
FROM song_requests r LEFT JOIN tracks t ON t.uri = r.uri WHERE r.claimed_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `__new_song_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`song_title` text NOT NULL,
	`artist` text NOT NULL,
	`album_art` text NOT NULL,
	`uri` text NOT NULL,
	`tip_kurus` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`guest_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "song_requests_tip" CHECK(tip_kurus between 0 and 1000000),
	CONSTRAINT "song_requests_status" CHECK(status in ('pending', 'approved', 'rejected', 'played'))
);
--> statement-breakpoint
INSERT INTO `__new_song_requests`("id", "owner_id", "song_title", "artist", "album_art", "uri", "tip_kurus", "status", "guest_id", "created_at", "decided_at") SELECT "id", "owner_id", "song_title", "artist", "album_art", "uri", "tip_kurus", CASE WHEN "played_at" IS NOT NULL THEN 'played' ELSE "status" END, "guest_id", "created_at", "decided_at" FROM `song_requests`;--> statement-breakpoint
DROP TABLE `song_requests`;--> statement-breakpoint
ALTER TABLE `__new_song_requests` RENAME TO `song_requests`;--> statement-breakpoint
CREATE INDEX `song_requests_queue` ON `song_requests` (`owner_id`,`tip_kurus`,`created_at`,`id`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `song_requests_open` ON `song_requests` (`owner_id`,`status`,`created_at`) WHERE status in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX `song_requests_guest` ON `song_requests` (`owner_id`,`guest_id`,`created_at`);
--> statement-breakpoint
-- The room's revision rises by one with every change that a page could see (docs/live.md#revisions).
CREATE TRIGGER song_requests_created AFTER INSERT ON song_requests
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_changed AFTER UPDATE OF status ON song_requests
WHEN old.status <> new.status
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_transitions BEFORE UPDATE OF status ON song_requests
WHEN old.status <> new.status AND NOT (
  (old.status = 'pending' AND new.status IN ('approved', 'rejected'))
  OR (old.status = 'approved' AND new.status = 'rejected'
    AND NOT EXISTS (SELECT 1 FROM plays WHERE request_id = old.id AND state = 'sent' AND owner_id = old.owner_id AND ended_at IS NULL))
  OR (old.status = 'approved' AND new.status = 'played'
    AND EXISTS (SELECT 1 FROM plays WHERE request_id = old.id AND started_at IS NOT NULL))
)
BEGIN
  SELECT RAISE(ABORT, 'song_requests: no such transition');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_tip_fixed BEFORE UPDATE OF tip_kurus, owner_id, uri ON song_requests
WHEN old.tip_kurus <> new.tip_kurus OR old.owner_id <> new.owner_id OR old.uri <> new.uri
BEGIN
  SELECT RAISE(ABORT, 'song_requests: tip, owner and uri are fixed');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_played_stay BEFORE DELETE ON song_requests
WHEN old.status = 'played'
BEGIN
  SELECT RAISE(ABORT, 'song_requests: a played one stays');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_tip_whole BEFORE INSERT ON song_requests
WHEN typeof(new.tip_kurus) <> 'integer'
BEGIN
  SELECT RAISE(ABORT, 'song_requests: a tip is whole kuruş');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_no_replace BEFORE INSERT ON song_requests
WHEN EXISTS (SELECT 1 FROM song_requests WHERE id = new.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: song_requests.id');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_id_fixed BEFORE UPDATE OF id ON song_requests
WHEN old.id <> new.id
BEGIN
  SELECT RAISE(ABORT, 'song_requests: the id is fixed');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_tip_earned BEFORE INSERT ON ledger
WHEN new.kind = 'tip' AND NOT EXISTS (
  SELECT 1 FROM song_requests r
  WHERE r.id = new.request_id AND r.owner_id = new.owner_id
    AND r.tip_kurus = new.amount_kurus AND r.status = 'played'
)
BEGIN
  SELECT RAISE(ABORT, 'ledger: a tip is earned by a played request, exactly');
END;
--> statement-breakpoint
-- A play that made room for the next song goes on if the player refuses that one: ended to playing.
CREATE TRIGGER plays_transitions BEFORE UPDATE OF state ON plays
WHEN old.state <> new.state AND NOT (
  (old.state = 'sent' AND new.state IN ('playing', 'released'))
  OR (old.state = 'playing' AND new.state = 'ended')
  OR (old.state = 'ended' AND new.state = 'playing' AND old.why_ended = 'replaced')
)
BEGIN
  SELECT RAISE(ABORT, 'plays: no such transition');
END;
--> statement-breakpoint
CREATE TRIGGER plays_fixed BEFORE UPDATE OF id, owner_id, request_id, uri, sent_at ON plays
WHEN old.id <> new.id OR old.owner_id <> new.owner_id OR old.request_id IS NOT new.request_id
  OR old.uri <> new.uri OR old.sent_at <> new.sent_at
BEGIN
  SELECT RAISE(ABORT, 'plays: what was sent, for whom and when is fixed');
END;
--> statement-breakpoint
CREATE TRIGGER plays_stay BEFORE DELETE ON plays
WHEN old.started_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'plays: what was played stays');
END;
--> statement-breakpoint
-- INSERT OR REPLACE deletes the row in its way without asking the trigger above.
CREATE TRIGGER plays_no_replace BEFORE INSERT ON plays
WHEN EXISTS (
  SELECT 1 FROM plays
  WHERE id = new.id OR (owner_id = new.owner_id AND ended_at IS NULL AND new.ended_at IS NULL)
    OR (request_id = new.request_id AND started_at IS NOT NULL AND new.started_at IS NOT NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: plays');
END;
