DROP INDEX `song_requests_queue`;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `first_at` integer;--> statement-breakpoint
CREATE INDEX `song_requests_queue` ON `song_requests` (`owner_id`,`is_aside`,first_at is null,`first_at`,tip_kurus desc,`created_at`,`id`) WHERE status = 'approved' and unplayable_at is null;
--> statement-breakpoint
CREATE TRIGGER song_requests_first AFTER UPDATE OF first_at ON song_requests
WHEN old.first_at IS NOT new.first_at AND old.status = new.status
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
