CREATE TABLE `dedications` (
	`request_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`wish` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "dedications_name" CHECK(length(name) between 1 and 20),
	CONSTRAINT "dedications_wish" CHECK(wish between 1 and 8)
);
--> statement-breakpoint
CREATE INDEX `dedications_kept` ON `dedications` (`created_at`);--> statement-breakpoint
CREATE INDEX `dedications_owner` ON `dedications` (`owner_id`);--> statement-breakpoint
ALTER TABLE `house_rules` ADD `dedications` integer DEFAULT false NOT NULL;