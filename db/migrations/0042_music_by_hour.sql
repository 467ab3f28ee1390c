ALTER TABLE `conductors` ADD `fallback_hours` text;--> statement-breakpoint
ALTER TABLE `conductors` ADD `fallback_until` integer;--> statement-breakpoint
CREATE INDEX `conductors_until` ON `conductors` (`fallback_until`) WHERE fallback_until is not null;