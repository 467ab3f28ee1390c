CREATE TABLE `call_allowances` (
	`client_id` text PRIMARY KEY NOT NULL,
	`start` integer NOT NULL,
	`calls` real NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "call_allowances_least" CHECK(calls >= 20)
);
