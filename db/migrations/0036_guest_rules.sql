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
ALTER TABLE `house_rules` ADD `per_hour` integer;--> statement-breakpoint
ALTER TABLE `house_rules` ADD `artist_minutes` integer;--> statement-breakpoint
ALTER TABLE `house_rules` ADD `blocked_until` integer;--> statement-breakpoint
ALTER TABLE `house_rules` ADD `till_link` text;