ALTER TABLE `library_skipped` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `library_tracks` ADD `changed_at` integer;--> statement-breakpoint
-- Folded texts from before these letters were folded (fold in server/contract/fold.ts).
UPDATE `library_tracks` SET `folded` = replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded`, 'ø', 'o'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ł', 'l'), 'ə', 'e')
WHERE `folded` GLOB '*[øæœßđðþłə]*';--> statement-breakpoint
UPDATE `manual_songs` SET `folded` = replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded`, 'ø', 'o'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ł', 'l'), 'ə', 'e')
WHERE `folded` GLOB '*[øæœßđðþłə]*';--> statement-breakpoint
UPDATE `tracks` SET `folded` = replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded`, 'ø', 'o'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ł', 'l'), 'ə', 'e')
WHERE `folded` GLOB '*[øæœßđðþłə]*';--> statement-breakpoint
UPDATE `tracks` SET `song_key` = replace(replace(replace(replace(replace(replace(replace(replace(replace(`song_key`, 'ø', 'o'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ł', 'l'), 'ə', 'e')
WHERE `song_key` GLOB '*[øæœßđðþłə]*';--> statement-breakpoint
UPDATE `house_rules` SET `blocked_folded` = replace(replace(replace(replace(replace(replace(replace(replace(replace(`blocked_folded`, 'ø', 'o'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ł', 'l'), 'ə', 'e')
WHERE `blocked_folded` GLOB '*[øæœßđðþłə]*';--> statement-breakpoint
UPDATE `song_requests` SET `song_key` = replace(replace(replace(replace(replace(replace(replace(replace(replace(`song_key`, 'ø', 'o'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ł', 'l'), 'ə', 'e')
WHERE `song_key` GLOB '*[øæœßđðþłə]*';--> statement-breakpoint
UPDATE `plays` SET `song_key` = replace(replace(replace(replace(replace(replace(replace(replace(replace(`song_key`, 'ø', 'o'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ł', 'l'), 'ə', 'e')
WHERE `song_key` GLOB '*[øæœßđðþłə]*';
