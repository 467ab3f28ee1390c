CREATE TABLE `house_rules` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`requests` text NOT NULL,
	`hours` text NOT NULL,
	`last_call_minutes` integer,
	`accepts` text NOT NULL,
	`closes_at` integer,
	`explicit_refused` integer NOT NULL,
	`blocked_words` text NOT NULL,
	`blocked_folded` text NOT NULL,
	`longest_minutes` integer,
	`repeat_minutes` integer,
	`per_guest` integer,
	`approve` text NOT NULL,
	`approve_from_kurus` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "house_rules_requests" CHECK(requests in ('open', 'closed', 'hours')),
	CONSTRAINT "house_rules_approve" CHECK(approve in ('never', 'always', 'from')),
	CONSTRAINT "house_rules_from" CHECK(approve <> 'from' or approve_from_kurus is not null)
);
--> statement-breakpoint
CREATE INDEX `house_rules_closes` ON `house_rules` (`closes_at`) WHERE closes_at is not null;--> statement-breakpoint
ALTER TABLE `plays` ADD `song_key` text;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `song_key` text;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `expired_at` integer;--> statement-breakpoint
ALTER TABLE `tracks` ADD `explicit` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tracks` ADD `folded` text;--> statement-breakpoint
ALTER TABLE `tracks` ADD `song_key` text;