CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`phone` text NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`verified_at` integer,
	`erased_at` integer,
	CONSTRAINT "accounts_role" CHECK(role in ('owner', 'admin'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_verified_email` ON `accounts` (`email`) WHERE verified_at is not null;--> statement-breakpoint
CREATE INDEX `accounts_email` ON `accounts` (`email`);--> statement-breakpoint
CREATE TABLE `cafes` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`iban` text DEFAULT '' NOT NULL,
	`account_holder_name` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cafes_name" CHECK(length(name) between 1 and 100),
	CONSTRAINT "cafes_holder" CHECK(length(account_holder_name) <= 100),
	CONSTRAINT "cafes_iban" CHECK(iban = '' or (length(iban) = 26 and iban glob 'TR*'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cafes_owner_id_unique` ON `cafes` (`owner_id`);--> statement-breakpoint
CREATE TABLE `closings` (
	`ends_at` integer PRIMARY KEY NOT NULL,
	`closed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`owner_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `guest_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_kurus` integer NOT NULL,
	`request_id` text,
	`payout_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_kind" CHECK((kind = 'tip' and amount_kurus >= 0 and request_id is not null and payout_id is null)
     or (kind in ('payout', 'fee') and amount_kurus < 0 and request_id is null and payout_id is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_request_id_unique` ON `ledger` (`request_id`);--> statement-breakpoint
CREATE INDEX `ledger_owner` ON `ledger` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_payout` ON `ledger` (`payout_id`,`kind`) WHERE payout_id is not null;--> statement-breakpoint
CREATE TABLE `letters` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`secret` text,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`claimed_until` integer,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `letters_unsent` ON `letters` (`next_attempt_at`) WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX `letters_recipient` ON `letters` (`recipient`,`kind`,`created_at`);--> statement-breakpoint
CREATE TABLE `music_grants` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`access_token` text NOT NULL,
	`access_expires_at` integer NOT NULL,
	`refresh_token` text NOT NULL,
	`consented_at` integer NOT NULL,
	`device_id` text,
	`ended_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `one_time_secrets` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`account_id` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`wrong_tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "one_time_secrets_purpose" CHECK(purpose in ('verify', 'reset', 'ticket', 'state'))
);
--> statement-breakpoint
CREATE INDEX `one_time_secrets_account` ON `one_time_secrets` (`account_id`,`purpose`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`total_kurus` integer NOT NULL,
	`iban` text NOT NULL,
	`account_holder_name` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`paid_by` text,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payouts_total" CHECK(total_kurus > 0),
	CONSTRAINT "payouts_span" CHECK(end_at >= start_at),
	CONSTRAINT "payouts_paid" CHECK((status = 'paid') = (paid_at is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_period` ON `payouts` (`owner_id`,`end_at`);--> statement-breakpoint
CREATE INDEX `payouts_pending` ON `payouts` (`created_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE TABLE `rooms` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`);--> statement-breakpoint
CREATE TABLE `song_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`song_title` text NOT NULL,
	`artist` text NOT NULL,
	`album_art` text NOT NULL,
	`uri` text NOT NULL,
	`tip_kurus` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`guest_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`claimed_at` integer,
	`played_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "song_requests_tip" CHECK(tip_kurus between 0 and 1000000),
	CONSTRAINT "song_requests_status" CHECK(status in ('pending', 'approved', 'rejected')),
	CONSTRAINT "song_requests_played_approved" CHECK(played_at is null or status = 'approved'),
	CONSTRAINT "song_requests_claim_open" CHECK(claimed_at is null or (status = 'approved' and played_at is null))
);
--> statement-breakpoint
CREATE INDEX `song_requests_queue` ON `song_requests` (`owner_id`,`tip_kurus`,`created_at`,`id`) WHERE status = 'approved' and played_at is null;--> statement-breakpoint
CREATE INDEX `song_requests_open` ON `song_requests` (`owner_id`,`status`,`created_at`) WHERE played_at is null;--> statement-breakpoint
CREATE INDEX `song_requests_guest` ON `song_requests` (`owner_id`,`guest_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `song_requests_played` ON `song_requests` (`owner_id`,`played_at`) WHERE played_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `song_requests_claim` ON `song_requests` (`owner_id`) WHERE claimed_at is not null;--> statement-breakpoint
CREATE TABLE `tracks` (
	`uri` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`album_art` text NOT NULL,
	`duration_ms` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tracks_seen` ON `tracks` (`seen_at`);