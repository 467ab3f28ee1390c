CREATE TABLE `conductors` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`fallback_uri` text,
	`fallback_url` text,
	`fallback_title` text,
	`fallback_art` text,
	`fallback_length` integer,
	`state` text DEFAULT 'idle' NOT NULL,
	`state_until` integer,
	`sentence` text,
	`volume_percent` integer,
	`command` text,
	`command_number` integer DEFAULT 0 NOT NULL,
	`holder` text,
	`held_until` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `conductors_on` ON `conductors` (`held_until`) WHERE is_on = 1;--> statement-breakpoint
ALTER TABLE `plays` ADD `ordered_at` integer;--> statement-breakpoint
ALTER TABLE `plays` ADD `position_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plays` ADD `position_at` integer;--> statement-breakpoint
ALTER TABLE `plays` ADD `is_paused` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `unplayable_at` integer;
--> statement-breakpoint
-- The pages show what plays, so each change of it raises the revision (docs/live.md#revisions). A request raises it too
-- when its play begins, and a play that makes room for the next one is followed by that one's start.
CREATE TRIGGER plays_shown AFTER INSERT ON plays WHEN new.state = 'playing'
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER plays_ordered AFTER UPDATE OF ordered_at ON plays
WHEN old.ordered_at IS NULL AND new.ordered_at IS NOT NULL
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER plays_over AFTER UPDATE OF state ON plays
WHEN old.state <> new.state AND (
  (new.state = 'ended' AND new.why_ended <> 'replaced')
  OR (new.state = 'released' AND old.ordered_at IS NOT NULL)
)
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER plays_moved AFTER UPDATE OF is_paused, position_at ON plays
WHEN new.state = 'playing' AND (old.is_paused <> new.is_paused
  OR (old.position_at IS NOT NULL AND old.position_at <> new.position_at))
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_unplayable AFTER UPDATE OF unplayable_at ON song_requests
WHEN (old.unplayable_at IS NULL) <> (new.unplayable_at IS NULL)
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
-- A song that cannot be played has no play that began.
CREATE TRIGGER song_requests_unplayable_unplayed BEFORE UPDATE OF unplayable_at ON song_requests
WHEN new.unplayable_at IS NOT NULL AND new.status <> 'approved'
BEGIN
  SELECT RAISE(ABORT, 'song_requests: only one in the queue turns out to be unplayable');
END;
--> statement-breakpoint
CREATE TRIGGER conductors_changed AFTER UPDATE OF is_on, state, fallback_uri, volume_percent ON conductors
WHEN old.is_on <> new.is_on OR old.state <> new.state OR old.fallback_uri IS NOT new.fallback_uri
  OR old.volume_percent IS NOT new.volume_percent
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
