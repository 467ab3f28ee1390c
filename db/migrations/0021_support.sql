-- Guests add tips to a request (docs/requests.md#support) and take their own back (docs/requests.md#take-back). The tip of
-- a request becomes a sum without a bound, and a request may be withdrawn: both are rules of the table, so it is built anew.
-- Triggers of other tables that name it are dropped before; those whose text is not new are as they were. So is the order of
-- the indexes: of two that serve a search equally well, SQLite takes the newer one.
DROP TRIGGER ledger_tip_earned;
--> statement-breakpoint
DROP TRIGGER earned_kept;
--> statement-breakpoint
DROP TRIGGER earned_reversed;
--> statement-breakpoint
CREATE TABLE `__new_song_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`song_title` text NOT NULL,
	`artist` text NOT NULL,
	`album_art` text NOT NULL,
	`uri` text NOT NULL,
	`tip_kurus` integer NOT NULL,
	`support_kurus` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`guest_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_from` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`unplayable_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "song_requests_tip" CHECK(support_kurus >= 0 and tip_kurus - support_kurus between 0 and 1000000),
	CONSTRAINT "song_requests_status" CHECK(status in ('pending', 'approved', 'rejected', 'played', 'withdrawn'))
);
--> statement-breakpoint
INSERT INTO `__new_song_requests`("id", "owner_id", "song_title", "artist", "album_art", "uri", "tip_kurus", "status", "guest_id", "created_at", "decided_at", "decided_from", "tries", "unplayable_at") SELECT "id", "owner_id", "song_title", "artist", "album_art", "uri", "tip_kurus", "status", "guest_id", "created_at", "decided_at", "decided_from", "tries", "unplayable_at" FROM `song_requests` ORDER BY rowid;--> statement-breakpoint
DROP TABLE `song_requests`;--> statement-breakpoint
ALTER TABLE `__new_song_requests` RENAME TO `song_requests`;--> statement-breakpoint
CREATE INDEX `song_requests_open` ON `song_requests` (`owner_id`,`status`,`created_at`) WHERE status in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX `song_requests_guest` ON `song_requests` (`owner_id`,`guest_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `song_requests_guest_kept` ON `song_requests` (`created_at`) WHERE guest_id is not null;--> statement-breakpoint
CREATE INDEX `song_requests_queue` ON `song_requests` (`owner_id`,tip_kurus desc,`created_at`,`id`) WHERE status = 'approved' and unplayable_at is null;
--> statement-breakpoint
CREATE TABLE `support_tips` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`guest_id` text,
	`kurus` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_tips_kurus" CHECK(typeof(kurus) = 'integer' and kurus between 1 and 1000000)
);
--> statement-breakpoint
CREATE INDEX `support_tips_request` ON `support_tips` (`request_id`,`guest_id`,`kurus`);--> statement-breakpoint
CREATE INDEX `support_tips_guest` ON `support_tips` (`guest_id`,`created_at`) WHERE guest_id is not null;--> statement-breakpoint
CREATE INDEX `support_tips_guest_kept` ON `support_tips` (`created_at`) WHERE guest_id is not null;
--> statement-breakpoint
CREATE TRIGGER song_requests_created AFTER INSERT ON song_requests
BEGIN
  INSERT INTO rooms (owner_id, revision, pending) VALUES (new.owner_id, 1, new.status = 'pending')
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1, pending = pending + excluded.pending;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_changed AFTER UPDATE OF status ON song_requests
WHEN old.status <> new.status
BEGIN
  UPDATE rooms SET revision = revision + 1,
    pending = pending + (new.status = 'pending') - (old.status = 'pending')
  WHERE owner_id = new.owner_id;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_removed AFTER DELETE ON song_requests
WHEN old.status = 'pending'
BEGIN
  UPDATE rooms SET pending = pending - 1 WHERE owner_id = old.owner_id;
END;
--> statement-breakpoint
-- A request is withdrawn while it is pending and no other guest supports it.
CREATE TRIGGER song_requests_transitions BEFORE UPDATE OF status ON song_requests
WHEN old.status <> new.status AND NOT (
  (old.status = 'pending' AND new.status IN ('approved', 'rejected'))
  OR (old.status = 'pending' AND new.status = 'withdrawn'
    AND NOT EXISTS (SELECT 1 FROM support_tips WHERE request_id = old.id AND guest_id IS NOT old.guest_id))
  OR (old.status = 'approved' AND new.status = 'rejected'
    AND NOT EXISTS (SELECT 1 FROM plays WHERE request_id = old.id AND state = 'sent' AND owner_id = old.owner_id AND ended_at IS NULL))
  OR (old.status = 'approved' AND new.status = 'played'
    AND EXISTS (SELECT 1 FROM plays WHERE request_id = old.id AND started_at IS NOT NULL))
  OR (old.status IN ('approved', 'rejected') AND new.status IS old.decided_from AND new.decided_from IS NULL
    AND NOT EXISTS (SELECT 1 FROM plays WHERE request_id = old.id AND state = 'sent' AND owner_id = old.owner_id AND ended_at IS NULL))
)
BEGIN
  SELECT RAISE(ABORT, 'song_requests: no such transition');
END;
--> statement-breakpoint
-- What the asker offered is fixed, and the sum grows by the tips of support_tips alone.
CREATE TRIGGER song_requests_tip_fixed BEFORE UPDATE OF tip_kurus, support_kurus, owner_id, uri ON song_requests
WHEN old.owner_id <> new.owner_id OR old.uri <> new.uri
  OR ((old.tip_kurus <> new.tip_kurus OR old.support_kurus <> new.support_kurus) AND NOT (
    new.tip_kurus - new.support_kurus = old.tip_kurus - old.support_kurus
    AND new.support_kurus = (SELECT coalesce(sum(kurus), 0) FROM support_tips WHERE request_id = old.id)
  ))
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
WHEN typeof(new.tip_kurus) <> 'integer' OR new.support_kurus <> 0
BEGIN
  SELECT RAISE(ABORT, 'song_requests: a tip is whole kuruş, and a new request has no support');
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
CREATE TRIGGER song_requests_unplayable AFTER UPDATE OF unplayable_at ON song_requests
WHEN (old.unplayable_at IS NULL) <> (new.unplayable_at IS NULL) AND old.status = new.status
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_unplayable_unplayed BEFORE UPDATE OF unplayable_at ON song_requests
WHEN new.unplayable_at IS NOT NULL AND new.status <> 'approved'
BEGIN
  SELECT RAISE(ABORT, 'song_requests: only one in the queue turns out to be unplayable');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_supported AFTER UPDATE OF tip_kurus ON song_requests
WHEN old.tip_kurus <> new.tip_kurus
BEGIN
  UPDATE rooms SET revision = revision + 1 WHERE owner_id = new.owner_id;
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
CREATE TRIGGER earned_kept AFTER INSERT ON ledger WHEN new.kind = 'tip'
BEGIN
  INSERT INTO earned_days (owner_id, day, kurus)
  VALUES (new.owner_id, (new.created_at + 10800000) / 86400000, new.amount_kurus)
  ON CONFLICT (owner_id, day) DO UPDATE SET kurus = kurus + excluded.kurus;
  INSERT INTO earned_songs (owner_id, uri, request_id, last_at)
  SELECT owner_id, uri, id, new.created_at FROM song_requests WHERE id = new.request_id
  ON CONFLICT (owner_id, uri) DO UPDATE SET request_id = excluded.request_id, last_at = excluded.last_at
  WHERE excluded.last_at >= earned_songs.last_at;
  INSERT INTO earned_song_days (song_id, day, tips, kurus)
  SELECT s.id, (new.created_at + 10800000) / 86400000, coalesce(d.tips, 0), coalesce(d.kurus, 0)
  FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id AND s.uri = r.uri
    LEFT JOIN earned_song_days d ON d.song_id = s.id AND d.day = (
      SELECT max(day) FROM earned_song_days
      WHERE song_id = s.id AND day < (new.created_at + 10800000) / 86400000
    )
  WHERE r.id = new.request_id
  ON CONFLICT (song_id, day) DO NOTHING;
  UPDATE earned_song_days SET tips = tips + 1, kurus = kurus + new.amount_kurus
  WHERE day >= (new.created_at + 10800000) / 86400000 AND song_id = (
    SELECT s.id FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id AND s.uri = r.uri
    WHERE r.id = new.request_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER earned_reversed AFTER INSERT ON ledger WHEN new.kind = 'reversal'
BEGIN
  UPDATE earned_days SET kurus = kurus + new.amount_kurus
  WHERE owner_id = new.owner_id AND day = (
    SELECT (created_at + 10800000) / 86400000 FROM ledger
    WHERE request_id = new.request_id AND kind = 'tip'
  );
  UPDATE earned_song_days SET tips = tips - 1, kurus = kurus + new.amount_kurus
  WHERE day >= (
    SELECT (created_at + 10800000) / 86400000 FROM ledger
    WHERE request_id = new.request_id AND kind = 'tip'
  ) AND song_id = (
    SELECT s.id FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id AND s.uri = r.uri
    WHERE r.id = new.request_id
  );
END;
--> statement-breakpoint
-- The song waits or is queued, and is not on its way to the player: the sum is then what is earned when its play begins.
CREATE TRIGGER support_tips_open BEFORE INSERT ON support_tips
WHEN NOT EXISTS (
  SELECT 1 FROM song_requests r
  WHERE r.id = new.request_id AND r.status IN ('pending', 'approved') AND r.unplayable_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM plays WHERE owner_id = r.owner_id AND ended_at IS NULL AND state = 'sent' AND request_id = r.id)
)
BEGIN
  SELECT RAISE(ABORT, 'support_tips: only for a request that waits or is queued');
END;
--> statement-breakpoint
CREATE TRIGGER support_tips_added AFTER INSERT ON support_tips
BEGIN
  UPDATE song_requests SET tip_kurus = tip_kurus + new.kurus, support_kurus = support_kurus + new.kurus
  WHERE id = new.request_id;
END;
--> statement-breakpoint
-- Only the guest is forgotten (docs/accounts.md#retention).
CREATE TRIGGER support_tips_fixed BEFORE UPDATE ON support_tips
WHEN NOT (
  new.id = old.id AND new.request_id = old.request_id AND new.kurus = old.kurus
  AND new.created_at = old.created_at AND new.guest_id IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'support_tips: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER support_tips_no_delete BEFORE DELETE ON support_tips
BEGIN
  SELECT RAISE(ABORT, 'support_tips: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER support_tips_no_replace BEFORE INSERT ON support_tips
WHEN EXISTS (SELECT 1 FROM support_tips WHERE id = new.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: support_tips.id');
END;
