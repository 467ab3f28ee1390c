DROP INDEX `song_requests_rejected`;--> statement-breakpoint
CREATE INDEX `song_requests_guest_kept` ON `song_requests` (`created_at`) WHERE guest_id is not null;