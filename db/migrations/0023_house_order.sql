ALTER TABLE `house_rules` ADD `queue_order` text DEFAULT 'tip' NOT NULL CONSTRAINT "house_rules_order" CHECK(queue_order in ('tip', 'patience'));--> statement-breakpoint
ALTER TABLE `house_rules` ADD `patience_songs` integer DEFAULT 5 NOT NULL CONSTRAINT "house_rules_patience" CHECK(patience_songs between 1 and 50);--> statement-breakpoint
ALTER TABLE `house_rules` ADD `tables` text DEFAULT 'off' NOT NULL CONSTRAINT "house_rules_tables" CHECK(tables in ('off', 'optional', 'required'));--> statement-breakpoint
ALTER TABLE `house_rules` ADD `tips` text DEFAULT 'platform' NOT NULL CONSTRAINT "house_rules_tips" CHECK(tips in ('platform', 'till'));
