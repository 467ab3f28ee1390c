CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invitations_name" CHECK(length(name) between 1 and 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_hash` ON `invitations` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_address` ON `invitations` (`owner_id`,`email`);--> statement-breakpoint
CREATE INDEX `invitations_email` ON `invitations` (`email`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`account_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`role` text NOT NULL,
	`name` text NOT NULL,
	`invitation_id` text NOT NULL,
	`invited_at` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`account_id`, `owner_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "memberships_other" CHECK(account_id <> owner_id),
	CONSTRAINT "memberships_role" CHECK(role = 'staff'),
	CONSTRAINT "memberships_name" CHECK(length(name) <= 100)
);
--> statement-breakpoint
CREATE INDEX `memberships_owner` ON `memberships` (`owner_id`);--> statement-breakpoint
ALTER TABLE `players` ADD `claimed_by` text;--> statement-breakpoint
ALTER TABLE `plays` ADD `sent_by` text;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `decided_by` text;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `decided_by_before` text;--> statement-breakpoint
-- Open pages hear of it: the panel of a person who may not see it any more asks, and is refused.
CREATE TRIGGER memberships_joined AFTER INSERT ON memberships
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER memberships_changed AFTER UPDATE OF ended_at ON memberships
WHEN old.ended_at IS NOT new.ended_at
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
