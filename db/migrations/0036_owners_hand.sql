CREATE TABLE `guest_blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`song_title` text NOT NULL,
	`blocked_by` text NOT NULL,
	`until` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guest_blocks_guest` ON `guest_blocks` (`owner_id`,`guest_id`);--> statement-breakpoint
DROP INDEX `song_requests_queue`;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `first_at` integer;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `is_own` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `song_requests_queue` ON `song_requests` (`owner_id`,`is_aside`,first_at is null,`first_at`,tip_kurus desc,`created_at`,`id`) WHERE status = 'approved' and unplayable_at is null;--> statement-breakpoint
ALTER TABLE `house_rules` ADD `per_hour` integer;--> statement-breakpoint
ALTER TABLE `house_rules` ADD `artist_minutes` integer;--> statement-breakpoint
ALTER TABLE `house_rules` ADD `blocked_until` integer;--> statement-breakpoint
ALTER TABLE `house_rules` ADD `till_link` text;
--> statement-breakpoint
CREATE TRIGGER song_requests_first AFTER UPDATE OF first_at ON song_requests
WHEN old.first_at IS NOT new.first_at AND old.status = new.status
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_own_new BEFORE INSERT ON song_requests
WHEN new.is_own <> 0 AND (new.is_own <> 1 OR new.guest_id IS NOT NULL OR (new.tip_kurus > 0 AND new.at_till = 0))
BEGIN
  SELECT RAISE(ABORT, 'song_requests: a cafe owes itself nothing');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_own_fixed BEFORE UPDATE OF is_own ON song_requests
WHEN old.is_own <> new.is_own
BEGIN
  SELECT RAISE(ABORT, 'song_requests: whose it is is fixed');
END;
--> statement-breakpoint
-- The cafe's own songs are not among those that guests asked for.
DROP TRIGGER evenings_reversed;
--> statement-breakpoint
CREATE TRIGGER evenings_reversed AFTER UPDATE OF state ON plays
WHEN old.state = 'playing' AND new.state = 'ended' AND new.request_id IS NOT NULL
  AND (new.why_ended = 'not_played'
    OR (new.why_ended = 'skipped' AND coalesce(new.heard_ms, new.ended_at - new.started_at) < 30000))
BEGIN
  UPDATE evenings SET played = played - (SELECT is_own = 0 FROM song_requests WHERE id = new.request_id),
    expected_kurus = expected_kurus - (SELECT at_till * tip_kurus FROM song_requests WHERE id = new.request_id)
  WHERE owner_id = new.owner_id AND day = (new.started_at - 10800000) / 86400000;
END;
