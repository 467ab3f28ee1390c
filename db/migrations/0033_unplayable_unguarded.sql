-- A guard against SQL that only a developer of this project could write, and that is not about money. Each statement that
-- marks a request as unplayable has the condition itself: its song was sent, so it is approved.
DROP TRIGGER song_requests_unplayable_unplayed;
