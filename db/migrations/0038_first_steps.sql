CREATE TABLE `hidden_songs` (
	`owner_id` text NOT NULL,
	`song_id` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `song_id`),
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`song_id`) REFERENCES `library_tracks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `cafes` ADD `cards_printed_at` integer;--> statement-breakpoint
ALTER TABLE `cafes` ADD `set_up_at` integer;--> statement-breakpoint
ALTER TABLE `house_rules` ADD `paused_until` integer;--> statement-breakpoint
-- A cafe in which music has played is past its first steps.
UPDATE `cafes` SET `set_up_at` = `created_at` WHERE EXISTS (
  SELECT 1 FROM `plays` WHERE `plays`.`owner_id` = `cafes`.`owner_id` AND `plays`.`started_at` IS NOT NULL
);
