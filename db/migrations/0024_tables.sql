CREATE TABLE `cafe_tables` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`label` text NOT NULL,
	`code` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cafe_tables_label` ON `cafe_tables` (`owner_id`,`label`);--> statement-breakpoint
CREATE UNIQUE INDEX `cafe_tables_code` ON `cafe_tables` (`owner_id`,`code`);--> statement-breakpoint
ALTER TABLE `song_requests` ADD `table_label` text;