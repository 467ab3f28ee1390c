-- Every statement of db/ in its final text, by its file and its name there. Written by `deno task statements`;
-- tests/tools/statements_test.ts holds it to the code. `deno task sql NAME` prints one with its parameters and its plan.

-- connection/backup.ts LAST_ERASED
select max(erased_at) as at from accounts
;

-- connection/backup.ts VERSION
pragma user_version
;

-- evenings/evening_counters.ts COUNT_REFUSAL
  insert into refusals (owner_id, day, rule, song_title, artist, count)
  select :owner, :day, :rule, iif(is_apart, title, ''), iif(is_apart, artist, ''), 1
  from (
    select title, artist,
      exists (select 1 from refusals where owner_id = :owner and day = :day and rule = :rule
        and song_title = title and artist = song.artist)
      or 500 > (select count(*) from refusals
        where owner_id = :owner and day = :day and rule = :rule) as is_apart
    from (select coalesce(max(title), :title) as title, coalesce(max(artist), :artist) as artist
      from tracks where uri = :uri) song)
  where true
  on conflict do update set count = count + 1
;

-- evenings/evening_counters.ts COUNT_MISS
  insert into misses (owner_id, day, words, count, guests)
  select :owner, :day, :words, 1, :guests
  where exists (select 1 from misses where owner_id = :owner and day = :day and words = :words)
    or 500 > (select count(*) from misses where owner_id = :owner and day = :day)
  on conflict do update set count = count + 1, guests = max(guests, excluded.guests)
;

-- evenings/evening_counters.ts forgetMisses
delete from misses where day < :day
;

-- evenings/evening_counters.ts REFUSALS
  select day, rule, song_title as songTitle, artist, count from refusals where owner_id = :owner
  order by day desc, rule, count desc
;

-- evenings/evening_counters.ts MISSES
  select day, words, count from misses where owner_id = :owner and guests >= 2
  order by day desc, count desc
;

-- evenings/evenings.ts SUMS
  with summed as (select max(:from, (coalesce((select day from evenings_closed), -1) + 1) * 86400000 + 10800000) as since)
  select day, requests, played, expected_kurus as expectedKurus, received_kurus as receivedKurus,
    guests, guest_requests as guestRequests
  from evenings where owner_id = :owner and day between :first and min(:last, coalesce((select day from evenings_closed), -1))
  union all
  select day, requests, played, expectedKurus, receivedKurus, guests, guestRequests
  from (
    select owner_id as ownerId, day, sum(requests) as requests, sum(played) as played,
      sum(expected) as expectedKurus, sum(received) as receivedKurus,
      count(distinct guest) as guests, count(guest) as guestRequests
    from (
      select c.owner_id, ((r.created_at - 10800000) / 86400000) as day, 1 as requests, 0 as played,
        0 as expected, 0 as received, r.guest_id as guest
      from cafes c cross join song_requests r on r.owner_id = c.owner_id and r.status in ('rejected', 'played', 'withdrawn')
      where c.owner_id = :owner and r.created_at >= (select since from summed) and r.created_at < :to and r.is_own = 0
      union all
      select c.owner_id, ((r.created_at - 10800000) / 86400000) as day, 1 as requests, 0 as played,
        0 as expected, 0 as received, r.guest_id as guest
      from cafes c cross join song_requests r on r.owner_id = c.owner_id and r.status in ('pending', 'approved')
      where c.owner_id = :owner and r.created_at >= (select since from summed) and r.created_at < :to and r.is_own = 0
      union all
      select c.owner_id, ((p.started_at - 10800000) / 86400000), 0, coalesce(r.is_own = 0, 0),
        coalesce(r.at_till * r.tip_kurus, 0), 0, null
      from cafes c cross join plays p on p.owner_id = c.owner_id
        left join song_requests r on r.id = p.request_id and (p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))) is not true
      where c.owner_id = :owner and p.sent_at >= (select since from summed) - 3600000 and p.sent_at < :to
        and p.started_at >= (select since from summed) and p.started_at < :to
      union all
      select c.owner_id, ((t.created_at - 10800000) / 86400000), 0, 0, 0, t.kurus, null
      from cafes c cross join till_receipts t on t.owner_id = c.owner_id
      where c.owner_id = :owner and t.created_at >= (select since from summed) and t.created_at < :to)
    group by owner_id, day)
;

-- evenings/evenings.ts EARNED
  select day, kurus from earned_days where owner_id = :owner and day between :first and :last
;

-- evenings/evenings.ts LAST_CLOSED
select day from evenings_closed
;

-- evenings/evenings.ts SUM_UP
  insert into evenings (owner_id, day, requests, played, expected_kurus, received_kurus, guests,
    guest_requests)
  with summed as (select (coalesce((select day from evenings_closed), -1) + 1) * 86400000 + 10800000 as since)
  select ownerId, day, requests, played, expectedKurus, receivedKurus, guests, guestRequests
  from (
    select owner_id as ownerId, day, sum(requests) as requests, sum(played) as played,
      sum(expected) as expectedKurus, sum(received) as receivedKurus,
      count(distinct guest) as guests, count(guest) as guestRequests
    from (
      select c.owner_id, ((r.created_at - 10800000) / 86400000) as day, 1 as requests, 0 as played,
        0 as expected, 0 as received, r.guest_id as guest
      from cafes c cross join song_requests r on r.owner_id = c.owner_id and r.status in ('rejected', 'played', 'withdrawn')
      where r.created_at >= (select since from summed) and r.created_at < :to and r.is_own = 0
      union all
      select c.owner_id, ((r.created_at - 10800000) / 86400000) as day, 1 as requests, 0 as played,
        0 as expected, 0 as received, r.guest_id as guest
      from cafes c cross join song_requests r on r.owner_id = c.owner_id and r.status in ('pending', 'approved')
      where r.created_at >= (select since from summed) and r.created_at < :to and r.is_own = 0
      union all
      select c.owner_id, ((p.started_at - 10800000) / 86400000), 0, coalesce(r.is_own = 0, 0),
        coalesce(r.at_till * r.tip_kurus, 0), 0, null
      from cafes c cross join plays p on p.owner_id = c.owner_id
        left join song_requests r on r.id = p.request_id and (p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))) is not true
      where p.sent_at >= (select since from summed) - 3600000 and p.sent_at < :to
        and p.started_at >= (select since from summed) and p.started_at < :to
      union all
      select c.owner_id, ((t.created_at - 10800000) / 86400000), 0, 0, 0, t.kurus, null
      from cafes c cross join till_receipts t on t.owner_id = c.owner_id
      where t.created_at >= (select since from summed) and t.created_at < :to)
    group by owner_id, day) where true
  -- A clock that ran ahead has summed the day before it was over.
  on conflict (owner_id, day) do update set requests = excluded.requests, played = excluded.played,
    expected_kurus = excluded.expected_kurus, received_kurus = excluded.received_kurus,
    guests = excluded.guests, guest_requests = excluded.guest_requests
;

-- evenings/evenings.ts CLOSE
  insert into evenings_closed (id, day) values (1, :day)
  on conflict (id) do update set day = excluded.day
;

-- evenings/evenings.ts forgetClosedEvenings
delete from evenings_closed
;

-- evenings/evenings.ts REQUESTS
  with filed as (
    select * from song_requests
    where owner_id = :owner and status in ('rejected', 'played', 'withdrawn') and created_at >= :from and created_at < :to
    union all
    select * from song_requests where owner_id = :owner and status in ('pending', 'approved') and created_at < :to)
  select r.id as id, r.song_title as songTitle, r.artist as artist, r.album_art as albumArt, r.tip_kurus as tipKurus, r.status as status, r.created_at as createdAt, r.decided_at as decidedAt, r.decided_from as decidedFrom, r.decided_by as decidedBy, r.decided_by_before as decidedByBefore, r.expired_at as expiredAt, r.unplayable_at as unplayableAt, r.table_label as tableLabel, r.is_own as isOwn, case when r.song_key is null then r.uri else r.song_key end as song,
    case
    when r.status in ('pending', 'withdrawn') or (r.status = 'rejected' and r.decided_from is 'pending')
      -- Only what is pending expires, also after its approval was undone.
      or r.expired_at is not null
      then null
    when r.entered_at is not null then r.entered_at
    -- A rule approved it.
    when r.status in ('approved', 'played')
      then iif(r.decided_by is null, coalesce(r.decided_at, r.created_at), r.created_at)
    when r.decided_from = 'approved' then r.created_at end as queuedAt, (r.entered_at is null or exists (select 1 from support_tips
    where request_id = r.id and created_at = r.entered_at)) as isByRule, p.started_at as startedAt,
    coalesce(p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)), 0) as isReversed,
    (select name from memberships
      where account_id = r.decided_by and memberships.owner_id = r.owner_id) as memberName,
    (select name from memberships
      where account_id = r.decided_by_before and memberships.owner_id = r.owner_id) as nameBefore
  from filed r left join plays p on p.request_id = r.id and p.started_at is not null
  order by r.created_at, r.id
;

-- evenings/evenings.ts PLAYS
  select p.id, p.request_id as requestId, p.source, p.title, p.artist, p.started_at as startedAt,
    coalesce(r.is_own = 0, 0) as byGuest,
    p.ended_at as endedAt, p.heard_ms as heardMs, p.position_ms as positionMs,
    p.position_at as positionAt, p.duration_ms as durationMs, p.is_paused as isPaused,
    p.why_ended as whyEnded, coalesce(r.tip_kurus, 0) as tipKurus, case
    when r.status in ('pending', 'withdrawn') or (r.status = 'rejected' and r.decided_from is 'pending')
      -- Only what is pending expires, also after its approval was undone.
      or r.expired_at is not null
      then null
    when r.entered_at is not null then r.entered_at
    -- A rule approved it.
    when r.status in ('approved', 'played')
      then iif(r.decided_by is null, coalesce(r.decided_at, r.created_at), r.created_at)
    when r.decided_from = 'approved' then r.created_at end as queuedAt,
    p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)) as isReversed
  from plays p left join song_requests r on r.id = p.request_id
  where p.owner_id = :owner and p.sent_at >= :from - 7200000 and p.sent_at < :to
    and p.started_at is not null and p.started_at < :to
  order by p.started_at, p.id
;

-- evenings/evenings.ts REVERSED
  select coalesce(sum(amount_kurus), 0) as kurus from ledger t
  where t.owner_id = :owner and t.created_at >= :from and t.created_at < :to and t.kind = 'tip'
    and exists (select 1 from ledger where request_id = t.request_id and kind = 'reversal')
;

-- evenings/evenings.ts OPEN_AT_TILL
  select count(*) as count from (
    select iif((r.at_till = 1 and r.status in ('pending', 'approved', 'played')
    and r.unplayable_at is null and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0))) and not exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)))), r.tip_kurus, 0) as due, r.received_kurus as received
    from plays p join song_requests r on r.id = p.request_id
    where p.owner_id = :owner and p.sent_at >= :from - 3600000 and p.sent_at < :to
      and p.started_at >= :from and p.started_at < :to and r.at_till = 1 and r.tip_kurus > 0
    union all
    select 0, r.received_kurus from song_requests r
    where r.owner_id = :owner and r.at_till = 1 and r.created_at >= :from and r.created_at < :to
      and r.tip_kurus > 0 and not (r.at_till = 1 and r.status in ('pending', 'approved', 'played')
    and r.unplayable_at is null and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0))) and not exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))))
      and not exists (select 1 from plays where request_id = r.id and started_at is not null))
  where due <> received
;

-- evenings/evenings.ts KNOWN
  select song from (
    select case when r.song_key is null then r.uri else r.song_key end as song, max(r.uri) as uri from song_requests r
    where r.owner_id = :owner and r.status in ('rejected', 'played', 'withdrawn') and r.created_at >= :from and r.created_at < :to
    group by 1
    union all
    select case when r.song_key is null then r.uri else r.song_key end, r.uri from song_requests r
    where r.owner_id = :owner and r.status in ('pending', 'approved') and r.created_at >= :from and r.created_at < :to) asked
  where exists (select 1 from song_requests r where r.owner_id = :owner and r.status in ('rejected', 'played', 'withdrawn')
      and case when r.song_key is null then r.uri else r.song_key end in (asked.song, asked.uri) and r.created_at < :from)
    or exists (select 1 from song_requests r where r.owner_id = :owner and r.status in ('pending', 'approved')
      and r.created_at < :from and case when r.song_key is null then r.uri else r.song_key end in (asked.song, asked.uri))
;

-- evenings/evenings.ts REFUSED
  select rule, song_title as songTitle, artist, count from refusals
  where owner_id = :owner and day = :day order by count desc, song_title, artist
;

-- evenings/evenings.ts MISSED
  select words, count from misses where owner_id = :owner and day = :day and guests >= 2
  order by count desc, words
;

-- evenings/evenings.ts TEAM
select exists (select 1 from memberships where owner_id = :owner) as has
;

-- evenings/morning_letters.ts IS_ON
select is_on as isOn from morning_letters where owner_id = :owner
;

-- evenings/morning_letters.ts TURN
  insert into morning_letters (owner_id, is_on, written_day) values (:owner, :on, :writtenDay)
  on conflict (owner_id) do update set is_on = excluded.is_on,
    written_day = max(written_day, excluded.written_day)
;

-- evenings/morning_letters.ts DUE
  select m.owner_id as ownerId, a.email from morning_letters m
  join accounts a on a.id = m.owner_id
  where is_on = 1 and m.written_day < :day and a.erased_at is null and a.verified_at is not null
  order by m.owner_id
;

-- evenings/morning_letters.ts WRITTEN
  update morning_letters set written_day = :day
  where owner_id = :owner and is_on = 1 and written_day < :day
;

-- evenings/morning_letters.ts WRITE
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at)
    select :letter, :letterKind, :recipient, :letterSecret, :origin, :writtenAt, :writtenAt
    where exists (select 1 from morning_letters
    where owner_id = :owner and is_on = 1 and written_day < :day) and (select count(*) from letters
    where recipient = :recipient and kind = :letterKind and created_at > :since) < :atMost
;

-- evenings/played_songs.ts PLAYED
  select title, artist, album_art as albumArt, started_at as startedAt, (select is_own from song_requests where id = p.request_id) is 0 as byGuest
  from plays p
  where owner_id = :owner and sent_at >= :from - 3600000 and started_at >= :from
    and not (p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)))
  order by started_at desc, id desc limit :max
;

-- evenings/played_songs.ts WORKS
  select p.title, p.artist, t.album, t.isrc, p.source, p.started_at as startedAt,
    p.ended_at as endedAt, p.heard_ms as heardMs, p.position_ms as positionMs,
    p.position_at as positionAt, p.duration_ms as durationMs, p.is_paused as isPaused,
    (select is_own from song_requests where id = p.request_id) is 0 as byGuest
  from plays p
  -- The tags of the cafe's own file, also if a person played it by hand.
  left join library_tracks t on substr(p.uri, 1, instr(p.uri, ':') - 1) = 'library' and t.id = cast(substr(p.uri, instr(p.uri, ':') + 1) as integer)
  where p.owner_id = :owner and p.sent_at >= :from - 3600000 and p.sent_at < :to
    and p.started_at >= :from and p.started_at < :to
    and not (p.state = 'ended' and p.why_ended = 'not_played')
  order by p.started_at, p.id
;

-- money/ledger.ts BALANCE
select kurus from balances where owner_id = :owner
;

-- money/ledger.ts FIRST_EARNING
select min(created_at) as at from ledger where kind = 'tip' and amount_kurus > 0
;

-- money/ledger.ts UNPAYABLE
  select name, kurus, lacksDetails from (
    select c.id, c.name, b.kurus, c.iban = '' or c.account_holder_name = '' as lacksDetails
    from cafes c join balances b on b.owner_id = c.owner_id where b.kurus > 0)
  where lacksDetails or kurus < :min
  order by name, id
;

-- money/ledger.ts TOTALS
  with given_up as (
    select coalesce(sum(total_kurus), 0) as kurus from payouts where status = 'waived')
  select coalesce(sum(amount_kurus) filter (where kind = 'tip'), 0) as tips,
    coalesce(-sum(amount_kurus) filter (where kind = 'reversal'), 0) as reversed,
    coalesce(-sum(amount_kurus) filter (where kind = 'payout'), 0) - (select kurus from given_up) as payouts,
    coalesce(-sum(amount_kurus) filter (where kind = 'waiver'), 0) + (select kurus from given_up) as waived,
    coalesce(-sum(amount_kurus) filter (where kind = 'fee'), 0) as fees,
    coalesce(sum(amount_kurus), 0) as balances, count(*) as entries
  from ledger
;

-- money/ledger.ts SUMS_BY_DAY
  select json_group_array(json_array(day, kurus)) as sums from earned_days
  where owner_id = :owner and day between :first and :last
;

-- money/ledger.ts TOP_SONGS
  select r.song_title as songTitle, r.artist as artist, top.count, top.kurus
  from (
    select s.request_id, s.last_at, until.tips - coalesce(before.tips, 0) as count,
      until.kurus - coalesce(before.kurus, 0) as kurus
    from earned_songs s
    join earned_song_days until on until.song_id = s.id and until.day = (
      select max(day) from earned_song_days where song_id = s.id and day <= :last)
    left join earned_song_days before on before.song_id = s.id and before.day = (
      select max(day) from earned_song_days where song_id = s.id and day < :first)
    where s.owner_id = :owner and s.last_at >= :start
      and until.kurus > coalesce(before.kurus, 0)
    order by kurus desc, count desc, s.last_at desc limit :limit) as top
  join song_requests r on r.id = top.request_id
  order by top.kurus desc, top.count desc, top.last_at desc
;

-- money/ledger_check.ts FAULTS
  with counted as (
  select t.owner_id, iif(r.uri = 'manual:', r.uri || coalesce(r.song_key, r.song_title || '|' || r.artist), r.uri) as song, ((t.created_at - 10800000) / 86400000) as day, (not exists (
  select 1 from ledger where request_id = t.request_id and kind = 'reversal')) as tips,
    (not exists (
  select 1 from ledger where request_id = t.request_id and kind = 'reversal')) * t.amount_kurus as kurus
  from ledger t join song_requests r on r.id = t.request_id where t.kind = 'tip')
  select 'played_not_entered' as rule, r.id as subject from song_requests r
  where r.status = 'played' and r.at_till = 0
    and not exists (select 1 from ledger l where l.request_id = r.id and l.kind = 'tip')
  union all
  select 'played_without_play', r.id from song_requests r
  where (r.status = 'played') <> exists (
    select 1 from plays p where p.request_id = r.id and p.owner_id = r.owner_id
      and p.started_at is not null)
  union all
  select 'tip_not_played', l.id from ledger l
  where l.kind = 'tip' and not exists (
    select 1 from song_requests r where r.id = l.request_id and r.owner_id = l.owner_id
      and r.tip_kurus = l.amount_kurus and r.status = 'played' and r.at_till = 0)
  union all
  select 'request_twice', request_id from ledger
  where request_id is not null group by request_id, kind having count(*) > 1
  union all
  select 'reversal_missing', p.request_id from plays p
  where exists (select 1 from song_requests r where r.id = p.request_id and r.at_till = 0)
    and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))
    and not exists (select 1 from ledger v where v.request_id = p.request_id and v.kind = 'reversal')
    and not exists (select 1 from accounts a where a.id = p.owner_id and a.erased_at is not null)
  union all
  select 'reversal_not_due', v.id from ledger v
  where v.kind = 'reversal' and not exists (
    select 1 from ledger t join plays p on p.request_id = t.request_id
    where t.request_id = v.request_id and t.kind = 'tip' and t.owner_id = v.owner_id
      and t.amount_kurus = -v.amount_kurus and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)))
  union all
  
  select 'not_whole', id from ledger where typeof(amount_kurus) <> 'integer'
  union all
  select 'not_whole', id from song_requests where typeof(tip_kurus) <> 'integer'
  union all
  select 'not_whole', id from support_tips where typeof(kurus) <> 'integer'
  union all
  select 'not_whole', id from till_receipts where typeof(kurus) <> 'integer'
  union all
  select 'not_whole', id from payouts
  where typeof(total_kurus) <> 'integer' or typeof(fee_kurus) <> 'integer'
  union all
  select 'support_apart', r.id from song_requests r
  where r.support_kurus <> (select coalesce(sum(kurus), 0) from support_tips where request_id = r.id)
  union all
  select 'support_apart', s.id from support_tips s
  where not exists (select 1 from song_requests where id = s.request_id)
  union all
  select 'till_apart', r.id from song_requests r
  where r.received_kurus not between 0 and r.at_till * r.tip_kurus
    or r.received_kurus <> (select coalesce(sum(kurus), 0) from till_receipts where request_id = r.id)
  union all
  select 'till_apart', t.id from till_receipts t
  where not exists (
    select 1 from song_requests where id = t.request_id and owner_id = t.owner_id)
  union all
  select 'entry_without_payout', l.id from ledger l
  where l.kind in ('payout', 'fee') and not exists (
    select 1 from payouts p where p.id = l.payout_id and p.owner_id = l.owner_id)
  union all
  select 'payout_not_entered', p.id from payouts p
  where (select group_concat(amount_kurus) from ledger l where l.payout_id = p.id and l.kind = 'payout')
    is not cast(-p.total_kurus as text)
  union all
  select 'fee_not_entered', p.id from payouts p
  where (select group_concat(amount_kurus) from ledger l where l.payout_id = p.id and l.kind = 'fee')
    is not (case when p.fee_kurus > 0 then cast(-p.fee_kurus as text) end)
  union all
  select 'paid_by_nobody', id from payouts
  where status = 'paid' and (paid_at is null or paid_by is null)
  union all
  select 'periods_apart', id from (
    select id, start_at, lag(end_at) over (partition by owner_id order by end_at) as last_end from payouts)
  where last_end is not null and start_at <> last_end
  union all
  select 'more_than_earned', p.id from payouts p
  where (select sum(q.total_kurus + q.fee_kurus) from payouts q
      where q.owner_id = p.owner_id and q.end_at <= p.end_at)
    > (select coalesce(sum(t.amount_kurus), 0) from ledger t
      where t.owner_id = p.owner_id and t.kind = 'tip' and t.created_at < p.end_at
        and not exists (
          select 1 from ledger v join ledger l on l.payout_id = p.id and l.kind = 'payout'
          where v.request_id = t.request_id and v.kind = 'reversal' and v.rowid < l.rowid))
  union all
  select 'waived_by_living', w.id from (
    select id, owner_id from ledger where kind = 'waiver'
    union all
    select id, owner_id from payouts where status = 'waived') w
  where not exists (select 1 from accounts a where a.id = w.owner_id and a.erased_at is not null)
  union all
  select 'balance_negative', a.id from accounts a
  where (select sum(amount_kurus) from ledger where owner_id = a.id)
    < (select -coalesce(sum(t.amount_kurus), 0) from ledger t
      where t.owner_id = a.id and t.kind = 'tip' and not (not exists (
  select 1 from ledger where request_id = t.request_id and kind = 'reversal'))
        and t.created_at < (select max(end_at) from payouts where owner_id = a.id))
  union all
  select 'balance_apart', a.id from accounts a
  where coalesce((select kurus from balances where owner_id = a.id), 0)
    <> (select coalesce(sum(amount_kurus), 0) from ledger where owner_id = a.id)
  union all
  select distinct 'days_apart', owner_id from (
    select owner_id, day, kurus from earned_days
    union all
    select owner_id, day, sum(kurus) from counted group by 1, 2)
  group by owner_id, day, kurus having count(*) <> 2
  union all
  select distinct 'songs_apart', owner_id from (
    select s.owner_id, s.song, d.day, d.tips, d.kurus
    from earned_songs s join earned_song_days d on d.song_id = s.id
    union all
    select owner_id, song, day, sum(tips) over until, sum(kurus) over until from (
      select owner_id, song, day, sum(tips) as tips, sum(kurus) as kurus from counted group by 1, 2, 3)
    window until as (partition by owner_id, song order by day))
  group by owner_id, song, day, tips, kurus having count(*) <> 2
  union all
  select distinct 'songs_apart', owner_id from (
    select owner_id, song, last_at from earned_songs
    union all
    select r.owner_id, iif(r.uri = 'manual:', r.uri || coalesce(r.song_key, r.song_title || '|' || r.artist), r.uri), max(l.created_at)
    from ledger l join song_requests r on r.id = l.request_id where l.kind = 'tip' group by 1, 2)
  group by owner_id, song, last_at having count(*) <> 2
  union all
  select 'songs_apart', s.owner_id from earned_songs s
  where not exists (
    select 1 from song_requests r
    where r.id = s.request_id and r.owner_id = s.owner_id and iif(r.uri = 'manual:', r.uri || coalesce(r.song_key, r.song_title || '|' || r.artist), r.uri) = s.song)
  union all
  select 'sums_disagree', a.id from accounts a
  where (select coalesce(sum(amount_kurus), 0) from ledger where owner_id = a.id and kind <> 'waiver')
      + (select coalesce(sum(total_kurus + fee_kurus), 0) from payouts where owner_id = a.id)
    <> (select coalesce(sum(r.tip_kurus), 0) from song_requests r
      where r.owner_id = a.id and r.status = 'played' and r.at_till = 0 and not exists (
        select 1 from ledger v where v.request_id = r.id and v.kind = 'reversal'))
;

-- money/payouts.ts LIST
select id, owner_id as ownerId, start_at as startAt, end_at as endAt, total_kurus as totalKurus, fee_kurus as feeKurus, iban, account_holder_name as accountHolderName, status, created_at as createdAt, paid_at as paidAt, paid_by as paidBy from payouts where owner_id = :owner order by end_at desc
;

-- money/payouts.ts LAST_PAID
  select id, owner_id as ownerId, start_at as startAt, end_at as endAt, total_kurus as totalKurus, fee_kurus as feeKurus, iban, account_holder_name as accountHolderName, status, created_at as createdAt, paid_at as paidAt, paid_by as paidBy from payouts where owner_id = :owner and status = 'paid'
  order by paid_at desc, end_at desc limit 1
;

-- money/payouts.ts PENDING
  select payouts.id, start_at as startAt, end_at as endAt, total_kurus as totalKurus,
    cafes.name as cafeName, email, phone, cafes.iban, cafes.account_holder_name as accountHolderName
  from payouts join accounts on accounts.id = payouts.owner_id
    join cafes on cafes.owner_id = payouts.owner_id where status = 'pending' order by end_at, payouts.id
;

-- money/payouts.ts PAID
  select payouts.id, start_at as startAt, end_at as endAt, total_kurus as totalKurus,
    cafes.name as cafeName, email, phone, payouts.iban, payouts.account_holder_name as accountHolderName,
    paid_at as paidAt, erased_at as erasedAt
  from payouts join accounts on accounts.id = payouts.owner_id
    join cafes on cafes.owner_id = payouts.owner_id where status = 'paid' order by paid_at desc, payouts.id desc limit :max
;

-- money/payouts.ts erasePayoutDetails
  update payouts set iban = '', account_holder_name = ''
  where owner_id = :owner and status = 'paid'
    and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- money/payouts.ts LAST_CLOSING
select max(ends_at) as endsAt from closings
;

-- money/payouts.ts REACH
  select max(
    coalesce((select max(ends_at) from closings), 0),
    coalesce((select max(created_at) from ledger where kind = 'tip' and amount_kurus > 0), 0)
  ) as at
;

-- money/payouts.ts CLOSED_AHEAD
  select ends_at as endsAt from closings
  where closed_at between :since and :until and ends_at > closed_at limit 1
;

-- money/payouts.ts MAKE
  insert into payouts (id, owner_id, start_at, end_at, total_kurus, fee_kurus, iban,
    account_holder_name, status, created_at)
  with earned as materialized (
    select c.owner_id,
      coalesce(
        (select max(p.end_at) from payouts p where p.owner_id = c.owner_id),
        (select t.created_at from ledger t
          where t.owner_id = c.owner_id and t.kind = 'tip' and t.amount_kurus > 0 and (not exists (
  select 1 from ledger where request_id = t.request_id and kind = 'reversal'))
          order by t.created_at limit 1)) as start_at,
      b.kurus - (select coalesce(sum(t.amount_kurus), 0) from ledger t
        where t.owner_id = c.owner_id and t.kind = 'tip' and t.created_at >= cast(:endsAt as integer)
          and (not exists (
  select 1 from ledger where request_id = t.request_id and kind = 'reversal'))) as kurus
    from cafes c join balances b on b.owner_id = c.owner_id
    where c.iban <> '' and c.account_holder_name <> '' and b.kurus > 0 and not exists (select 1 from closings where ends_at >= cast(:endsAt as integer))
  ), charged as (
    select *, kurus * cast(:feeBasisPoints as integer) / 10000 as fee from earned
  )
  select owner_id || '-' || cast(:endsAt as integer), owner_id, start_at, cast(:endsAt as integer), kurus - fee, fee, '', '',
    'pending', cast(:nowMs as integer)
  from charged where kurus >= max(1, :minKurus)
  returning id, owner_id as ownerId, start_at as startAt, end_at as endAt, total_kurus as totalKurus, fee_kurus as feeKurus, iban, account_holder_name as accountHolderName, status, created_at as createdAt, paid_at as paidAt, paid_by as paidBy
;

-- money/payouts.ts CLOSE
  insert into closings (ends_at, closed_at) select cast(:endsAt as integer), cast(:nowMs as integer) where not exists (select 1 from closings where ends_at >= cast(:endsAt as integer))
  returning ends_at as endsAt
;

-- money/payouts.ts MARK
  update payouts set status = 'paid', paid_at = :paidAt, paid_by = :paidBy,
    iban = (select iban from cafes where owner_id = payouts.owner_id), account_holder_name = (select account_holder_name from cafes where owner_id = payouts.owner_id)
  where id = :id and status = 'pending' and exists (
    select 1 from cafes where owner_id = payouts.owner_id and iban <> '' and account_holder_name <> '' and iban = coalesce(:iban, iban)
      and account_holder_name = coalesce(:holder, account_holder_name))
  returning id
;

-- money/payouts.ts WITH_DETAILS
  select owner_id as ownerId, status,
    coalesce((select revision from rooms where rooms.owner_id = payouts.owner_id), 0) as revision, exists (select 1 from cafes where owner_id = payouts.owner_id and iban <> '' and account_holder_name <> '') as complete
  from payouts where id = :id
;

-- money/payouts.ts CORRECT
  insert into payout_corrections (id, payout_id, paid_at, paid_by, corrected_at, corrected_by)
  select :id, id, paid_at, paid_by, :at, :by from payouts
  where id = :payout and status = 'paid' and paid_at >= :since and not exists (select 1 from accounts
    where accounts.id = payouts.owner_id and erased_at is not null)
  returning id
;

-- money/payouts.ts WITH_ERASED
select owner_id as ownerId, status,
    coalesce((select revision from rooms where rooms.owner_id = payouts.owner_id), 0) as revision, exists (select 1 from accounts
    where accounts.id = payouts.owner_id and erased_at is not null) as erased from payouts where id = :id
;

-- money/till.ts TICK
  insert into till_receipts (id, owner_id, request_id, kurus, created_at)
  select :id, r.owner_id, r.id, iif(:received, min(r.tip_kurus, coalesce(:seen, r.tip_kurus)), 0) - r.received_kurus, :now
  from song_requests r
  where r.id = :request and r.owner_id = :owner and r.at_till = 1
    and iif(:received, iif(:received, min(r.tip_kurus, coalesce(:seen, r.tip_kurus)), 0) > r.received_kurus and (r.at_till = 1 and r.status in ('pending', 'approved', 'played')
    and r.unplayable_at is null and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0))) and not exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)))), r.received_kurus > 0)
  returning id
;

-- money/till.ts FIND
  select r.at_till as atTill, (r.at_till = 1 and r.status in ('pending', 'approved', 'played')
    and r.unplayable_at is null and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0))) and not exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)))) and r.tip_kurus > 0 as isDue, r.tip_kurus as tipKurus,
    r.received_kurus as receivedKurus,
    coalesce((select revision from rooms where owner_id = r.owner_id), 0) as revision
  from song_requests r where r.id = :request and r.owner_id = :owner
;

-- money/till.ts SONGS
  select id, songTitle, artist, receivedKurus, dueKurus, at from (
    select r.id as id, r.song_title as songTitle, r.artist as artist, r.received_kurus as receivedKurus,
      iif((r.at_till = 1 and r.status in ('pending', 'approved', 'played')
    and r.unplayable_at is null and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0))) and not exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)))), r.tip_kurus, 0) as dueKurus, coalesce(p.started_at, r.created_at) as at
    from song_requests r
    left join plays p on p.request_id = r.id and p.started_at is not null
    where r.owner_id = :owner and r.at_till = 1 and r.created_at >= :since and r.tip_kurus > 0
      and (r.status = 'played' or not (r.at_till = 1 and r.status in ('pending', 'approved', 'played')
    and r.unplayable_at is null and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0))) and not exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))))))
  where dueKurus <> receivedKurus or (at >= :recent and dueKurus > 0)
  order by at desc, id desc limit :max
;

-- money/till.ts SUM_AT_TILLS
select coalesce(sum(kurus), 0) as kurus from till_receipts
;

-- money/till.ts HAS_TILL
  select exists (select 1 from house_rules where owner_id = :owner and tips = 'till')
    or exists (select 1 from song_requests where owner_id = :owner and at_till = 1) as has
;

-- music/cafe_library.ts READ
  select (select owner_id from library_folder) as holder, exists (
    select 1 from cafes where owner_id = :owner and id in (select value from json_each(:named))) as isNamed
;

-- music/cafe_library.ts TAKE
  insert into library_folder (id, owner_id) select 1, :owner
  where exists (select 1 from accounts where id = :owner and erased_at is null)
  on conflict do nothing returning owner_id as ownerId
;

-- music/cafe_library.ts USED
select exists (select 1 from library_folder) as isUsed
;

-- music/cafe_library.ts passFolderOn
  insert into library_folder (id, owner_id)
  select 1, owner_id from cafes where source = 'library' order by created_at, id limit 1
  on conflict do nothing
;

-- music/cafe_library.ts NEWEST
  select t.id, t.path, t.modified_at as modifiedAt, t.title, t.artist, t.album,
  t.duration_ms as durationMs, t.is_explicit as isExplicit, t.has_cover as hasCover,
  t.gain_db as gainDb, t.missing_at is not null as isMissing from library_tracks t
  where t.id < :before and t.missing_at is null order by t.id desc limit :max
;

-- music/cafe_library.ts HIDE
  insert into hidden_songs (owner_id, song_id)
  select :owner, id from library_tracks where id = :id on conflict do nothing
;

-- music/cafe_library.ts SHOW
delete from hidden_songs where owner_id = :owner and song_id = :id
;

-- music/cafe_library.ts HIDDEN
  select song_id as id from hidden_songs
  where owner_id = :owner and song_id in (select value from json_each(:ids))
;

-- music/library.ts SONGS
  select id, path, size, modified_at as modifiedAt, coalesce(changed_at, -1) as changedAt,
    has_cover as hasCover, missing_at is not null as isMissing
  from library_tracks where id > :after order by id limit 2000
;

-- music/library.ts SKIPPED_FILES
  select path, size, modified_at as modifiedAt, coalesce(changed_at, -1) as changedAt
  from library_skipped where path > :after
  order by path limit 2000
;

-- music/library.ts MOVE
update or ignore library_tracks set path = :path, changed_at = :changed, missing_at = null where id = :id
;

-- music/library.ts BACK
update library_tracks set missing_at = null where id = :id
;

-- music/library.ts GONE
update library_tracks set missing_at = :at where id = :id and missing_at is null
;

-- music/library.ts COVERED
update library_tracks set has_cover = 1 where id = :id
;

-- music/library.ts FORGET
delete from library_skipped where path = :path
;

-- music/library.ts SAVE
  insert into library_tracks (path, size, modified_at, changed_at, title, artist, album, folded, duration_ms,
    is_explicit, has_cover, gain_db, shuffle_key, isrc)
  values (:path, :size, :modified, :changed, :title, :artist, :album, :folded, :duration, :isExplicit, :hasCover, :gain, :shuffleKey, :isrc)
  on conflict (path) do update set size = excluded.size, modified_at = excluded.modified_at,
    changed_at = excluded.changed_at, title = excluded.title, artist = excluded.artist, album = excluded.album,
    folded = excluded.folded, duration_ms = excluded.duration_ms,
    is_explicit = excluded.is_explicit, has_cover = excluded.has_cover,
    gain_db = excluded.gain_db, isrc = excluded.isrc, missing_at = null
;

-- music/library.ts SKIP
  insert into library_skipped (path, size, modified_at, changed_at, why)
  values (:path, :size, :modified, :changed, :why)
  on conflict (path) do update set size = excluded.size, modified_at = excluded.modified_at,
    changed_at = excluded.changed_at, why = excluded.why
;

-- music/library.ts GONE_AT
update library_tracks set missing_at = :at where path = :path and missing_at is null
;

-- music/library.ts FIND
select t.id, t.path, t.modified_at as modifiedAt, t.title, t.artist, t.album,
  t.duration_ms as durationMs, t.is_explicit as isExplicit, t.has_cover as hasCover,
  t.gain_db as gainDb, t.missing_at is not null as isMissing from library_tracks t where t.id = :id
;

-- music/library.ts COUNT
select count(*) as songs from library_tracks where missing_at is null
;

-- music/library.ts SKIPPED_BY_PATH
select path, why from library_skipped order by path limit :max
;

-- music/library.ts FORGET_SONGS
update library_tracks set missing_at = :at where missing_at is null
;

-- music/library.ts FORGET_SKIPPED
delete from library_skipped
;

-- music/library.ts LENGTHEN
  update library_tracks set duration_ms = :positionMs
  where duration_ms < :positionMs - 1000 and id = (
    select cast(substr(uri, instr(uri, ':') + 1) as integer) from plays
    where id = :play and owner_id = :owner and source = 'library')
;

-- music/library.ts SEARCH
  select t.id, t.path, t.modified_at as modifiedAt, t.title, t.artist, t.album,
  t.duration_ms as durationMs, t.is_explicit as isExplicit, t.has_cover as hasCover,
  t.gain_db as gainDb, t.missing_at is not null as isMissing from library_words join library_tracks t on t.id = library_words.rowid
  where library_words match :words and t.missing_at is null limit :max
;

-- music/library.ts WORDS
  select term as word, doc as songs from library_vocabulary where term > :after order by term limit :max
;

-- music/manual_songs.ts FIND
select id, title, artist from manual_songs where owner_id = :owner and id = :id
;

-- music/manual_songs.ts SEARCH
  select id, title, artist from manual_songs
  where owner_id = :owner and instr(' ' || folded, :word1) > 0 and instr(' ' || folded, :word2) > 0 and instr(' ' || folded, :word3) > 0 and instr(' ' || folded, :word4) > 0 and instr(' ' || folded, :word5) > 0 and instr(' ' || folded, :word6) > 0 and instr(' ' || folded, :word7) > 0 and instr(' ' || folded, :word8) > 0
  order by id limit :max
;

-- music/manual_songs.ts COUNT
select count(*) songs from manual_songs where owner_id = :owner
;

-- music/manual_songs.ts READ
  select id, title, artist from manual_songs
  where owner_id = :owner and id > :after order by id limit 500
;

-- music/manual_songs.ts NEWEST
select max(id) id from manual_songs where owner_id = :owner
;

-- music/manual_songs.ts LIST
  insert into manual_songs (owner_id, title, artist, folded)
  select :owner, value ->> 0, value ->> 1, value ->> 2 from json_each(:songs)
  where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) order by key
;

-- music/manual_songs.ts FORGET
  delete from manual_songs where id in
    (select id from manual_songs where owner_id = :owner and id <= :newest order by id limit 500)
  returning id
;

-- music/music_grants.ts FIND
select owner_id as ownerId, access_token as accessToken, access_expires_at as accessExpiresAt, refresh_token as refreshToken, consented_at as consentedAt, device_id as deviceId, device_name as deviceName, ended_at as endedAt from music_grants where owner_id = :owner
;

-- music/music_grants.ts NEWEST
  select owner_id as ownerId, access_token as accessToken, access_expires_at as accessExpiresAt, refresh_token as refreshToken, consented_at as consentedAt, device_id as deviceId, device_name as deviceName, ended_at as endedAt from music_grants where ended_at is null and consented_at > :since
  order by consented_at desc limit 1
;

-- music/music_grants.ts SAVE
  insert into music_grants (owner_id, access_token, access_expires_at, refresh_token, consented_at)
  select :owner, :accessToken, :accessExpiresAt, :refreshToken, :consentedAt where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null)
  on conflict (owner_id) do update set access_token = excluded.access_token,
    access_expires_at = excluded.access_expires_at, refresh_token = excluded.refresh_token,
    consented_at = excluded.consented_at, device_id = null, device_name = null, ended_at = null
  returning owner_id as owner
;

-- music/music_grants.ts RENEW
  update music_grants set access_token = :accessToken, access_expires_at = :accessExpiresAt,
    refresh_token = :refreshToken, ended_at = null
  where owner_id = :owner and refresh_token = :used
;

-- music/music_grants.ts END
update music_grants set ended_at = :at where owner_id = :owner and refresh_token = :used returning owner_id as owner
;

-- music/music_grants.ts CHOOSE
  update music_grants set device_id = :id, device_name = :name
  where owner_id = :owner and ended_at is null returning owner_id as owner
;

-- music/music_grants.ts DELETE
delete from music_grants where owner_id = :owner
;

-- music/music_grants.ts RELEASE_UNANSWERED
    update plays set state = 'released', ended_at = :at, why_ended = :why
    where owner_id = :owner and ended_at is null and state = 'sent' and +sent_at <= :latest
      and ordered_at is null and source <> 'library'
;

-- music/music_grants.ts FIND_ALLOWANCE
select client_id as clientId, start, calls, at from call_allowances where client_id = :client
;

-- music/music_grants.ts KEEP_ALLOWANCE
  insert into call_allowances (client_id, start, calls, at) values (:client, :start, :calls, :at)
  on conflict (client_id) do update set start = excluded.start, calls = excluded.calls, at = excluded.at
;

-- music/sources.ts FIND
select source, exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) as isOpen from cafes where owner_id = :owner
;

-- music/sources.ts SET_ASIDE
  update song_requests set is_aside = not (:playsAny or substr(uri, 1, instr(uri, ':') - 1) = :source)
  where owner_id = :owner and status in ('pending', 'approved')
    and is_aside = (:playsAny or substr(uri, 1, instr(uri, ':') - 1) = :source)
;

-- music/sources.ts CHOOSE
update cafes set source = :source where owner_id = :owner
;

-- music/sources.ts RAISE
  insert into rooms (owner_id, revision) select :owner, 1 where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null)
  on conflict (owner_id) do update set revision = revision + 1
;

-- music/sources.ts RESET
  update conductors set is_on = is_on and :canPlay, state = 'idle', state_until = null, sentence = null,
    holder = null, held_until = 0
  where owner_id = :owner and is_on = 1
;

-- music/sources.ts PLAY_OWN
  insert into conductors (owner_id, is_on, fallback_uri, fallback_title)
  select :owner, 1, :uri, :title where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null)
  on conflict (owner_id) do update set is_on = 1,
    fallback_title = iif(fallback_uri is null and fallback_hours is null, excluded.fallback_title,
      fallback_title),
    fallback_uri = iif(fallback_hours is null, coalesce(fallback_uri, excluded.fallback_uri),
      fallback_uri)
;

-- music/tracks.ts SHOW
  insert into tracks (uri, title, artist, album_art, duration_ms, seen_at, explicit, folded, song_key)
  select value ->> 'uri', value ->> 'title', value ->> 'artist', value ->> 'albumArt',
    value ->> 'durationMs', value ->> 'seenAt', coalesce(value ->> 'explicit', 0),
    value ->> 'folded', value ->> 'songKey'
  from json_each(:shown) where true
  on conflict (uri) do update set title = excluded.title, artist = excluded.artist,
    album_art = excluded.album_art, duration_ms = excluded.duration_ms,
    seen_at = excluded.seen_at, explicit = excluded.explicit, folded = excluded.folded,
    song_key = excluded.song_key
;

-- music/tracks.ts FORGET_OLDEST
  delete from tracks
  where seen_at <= (select seen_at from tracks order by seen_at desc limit 1 offset :max)
;

-- music/tracks.ts HAVE_ALL
  select uri, title, artist, album_art as albumArt, duration_ms as durationMs, explicit from tracks
  where uri > :source and uri < :end and instr(folded, ' ' || :longest) > 0 and (select count(*) from json_each(:words) where instr(folded, ' ' || value) > 0) = :count
  order by seen_at desc limit :max
;

-- music/tracks.ts HAVE_MOST
  select uri, title, artist, album_art as albumArt, duration_ms as durationMs, explicit from (select *, (select count(*) from json_each(:words) where instr(folded, ' ' || value) > 0) as matched from tracks where uri > :source and uri < :end)
  where matched > 0 order by matched desc, seen_at desc limit :max
;

-- people/accounts.ts VERIFIED
  select id, role, email, password_hash as passwordHash, phone, token_version as tokenVersion, created_at as createdAt, verified_at as verifiedAt, erased_at as erasedAt from accounts
  where email = :email and verified_at is not null and erased_at is null
;

-- people/accounts.ts VERIFIED_AMONG
  select id, role, email, password_hash as passwordHash, phone, token_version as tokenVersion, created_at as createdAt, verified_at as verifiedAt, erased_at as erasedAt from accounts
  where email = :email and verified_at is not null and erased_at is null
    and id in (select value from json_each(:ids))
;

-- people/accounts.ts FIND
select id, role, email, password_hash as passwordHash, phone, token_version as tokenVersion, created_at as createdAt, verified_at as verifiedAt, erased_at as erasedAt from accounts where id = :id and erased_at is null
;

-- people/accounts.ts INSERT_ADMIN
  insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
  select :id, 'admin', :email, :passwordHash, '', :createdAt, :createdAt where not exists (select 1 from accounts where email = :email and verified_at is not null)
  returning id
;

-- people/cafes.ts selectPublicCafe
  select id, name, owner_id as ownerId, source,
    exists (select 1 from music_grants where owner_id = cafes.owner_id) as hasGrant,
    (select json_object('requests', requests, 'hours', json(hours), 'lastCallMinutes', last_call_minutes, 'pausedUntil', paused_until, 'explicitRefused', explicit_refused, 'longestMinutes', longest_minutes, 'repeatMinutes', repeat_minutes, 'perGuest', per_guest, 'perHour', per_hour, 'artistMinutes', artist_minutes, 'approve', approve, 'approveFromKurus', approve_from_kurus, 'queueOrder', queue_order, 'patienceSongs', patience_songs, 'tables', tables, 'tips', tips, 'dedications', dedications, 'blockedWords', json_array_length(blocked_words))
  from house_rules where owner_id = cafes.owner_id) as rules,
    (select label from cafe_tables where owner_id = cafes.owner_id and code = :table) as tableLabel
  from cafes where id = :cafe and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = (select owner_id from cafes where id = :cafe) and accounts.verified_at is not null and accounts.erased_at is null)
;

-- people/cafes.ts OPEN_CAFE_ID
  select id from cafes as coded
  where substr(lower(id), -8) = :code and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = coded.owner_id and accounts.verified_at is not null and accounts.erased_at is null)
;

-- people/cafes.ts OF_OWNER
select id, owner_id as ownerId, name, iban, account_holder_name as accountHolderName, created_at as createdAt, source, cards_printed_at as cardsPrintedAt, set_up_at as setUpAt, picks from cafes where owner_id = :owner
;

-- people/cafes.ts UPDATE
  update cafes set name = :name, iban = :iban, account_holder_name = :holder
  where owner_id = :owner and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) returning id, owner_id as ownerId, name, iban, account_holder_name as accountHolderName, created_at as createdAt, source, cards_printed_at as cardsPrintedAt, set_up_at as setUpAt, picks
;

-- people/cafes.ts FIRST_STEPS
  select exists (select 1 from plays where owner_id = :owner and started_at is not null) as heard,
    exists (select 1 from song_requests where owner_id = :owner) as asked,
    cards_printed_at is not null
      or exists (select 1 from cafe_tables where owner_id = :owner) as printed
  from cafes where owner_id = :owner
;

-- people/cafes.ts PRINTED
  update cafes set cards_printed_at = coalesce(cards_printed_at, :now)
  where owner_id = :owner and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) returning id
;

-- people/cafes.ts ENDED
  update cafes set set_up_at = coalesce(set_up_at, :now)
  where owner_id = :owner and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) returning id
;

-- people/erasure.ts END_TEAM
update memberships set ended_at = :now where ended_at is null and owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts LEAVE_TEAMS
update memberships set ended_at = :now where ended_at is null and account_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts FORGET_TEAM.names
update memberships set name = '' where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts FORGET_TEAM.invitations
delete from invitations where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts FORGET_TEAM.leases
    update players set lease_hash = null, tab = null, claimed_by = null, held_until = 0
    where claimed_by = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts FORGET_MEMBERSHIPS
delete from memberships where account_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts OWED
select (
    exists (select 1 from balances where owner_id = :owner and kurus > 0)
    or exists (select 1 from payouts where owner_id = :owner and status = 'pending')) as owed
;

-- people/erasure.ts STATE
select (
    exists (select 1 from balances where owner_id = :owner and kurus > 0)
    or exists (select 1 from payouts where owner_id = :owner and status = 'pending')) as owed, exists (select 1 from plays
    where owner_id = :owner and ended_at is null and state = 'sent' and sent_at > :sentBefore) as underWay, exists (select 1 from accounts where id = :owner and erased_at is not null) as erased
;

-- people/erasure.ts ERASE
  update accounts set email = :email, password_hash = '', phone = '',
    token_version = token_version + 1, erased_at = :now
  where id = :owner and erased_at is null and (:waive or not (
    exists (select 1 from balances where owner_id = :owner and kurus > 0)
    or exists (select 1 from payouts where owner_id = :owner and status = 'pending'))) and not exists (select 1 from plays
    where owner_id = :owner and ended_at is null and state = 'sent' and sent_at > :sentBefore)
  returning id
;

-- people/erasure.ts WAIVE_BALANCE
    insert into ledger (id, owner_id, kind, amount_kurus, created_at)
    select owner_id || '-waiver', owner_id, 'waiver', -kurus, :now from balances
    where owner_id = :owner and kurus > 0 and :waive and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts WAIVE_PAYOUTS
    update payouts set status = 'waived'
    where owner_id = :owner and status = 'pending' and :waive and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts CLEAR_CAFE
  update cafes set name = :name, iban = '', account_holder_name = '', source = null, picks = '[]'
  where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.sessions
delete from sessions where account_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.secrets
delete from one_time_secrets where account_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.factor
delete from second_factors where account_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.recovery
delete from recovery_codes where account_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.grants
delete from music_grants where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.house
delete from house_rules where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.dedications
delete from dedications where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.blocks
delete from guest_blocks where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.tables
delete from cafe_tables where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.conductor
delete from conductors where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.listed
delete from manual_songs where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.folder
delete from library_folder where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.hidden
delete from hidden_songs where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.player
delete from players where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.keys
delete from idempotency_keys where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.refusals
delete from refusals where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.misses
delete from misses where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE.morning
delete from morning_letters where owner_id = :owner and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE_INVITATIONS
delete from invitations where email = :email and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts DELETE_LETTERS
delete from letters where recipient = :email and exists (select 1 from accounts where id = :owner and erased_at is not null)
;

-- people/erasure.ts FORGET_GUESTS
  update song_requests set guest_id = null
  where owner_id = (select id from accounts where id = :owner and erased_at is not null) and guest_id is not null
;

-- people/erasure.ts FORGET_SUPPORTERS
  update support_tips set guest_id = null
  where request_id in (select id from song_requests where owner_id = (select id from accounts where id = :owner and erased_at is not null))
    and guest_id is not null
;

-- people/erasure.ts RAISE
  insert into rooms (owner_id, revision)
  select owner_id, 1 from cafes where owner_id = (select id from accounts where id = :owner and erased_at is not null)
  on conflict (owner_id) do update set revision = revision + 1
;

-- people/erasure.ts ERASED
select id from accounts where erased_at is not null order by id
;

-- people/erasure.ts ENDED_MEMBERSHIPS
  select account_id as accountId, owner_id as ownerId, ended_at as endedAt from memberships
  where ended_at is not null order by account_id, owner_id
;

-- people/erasure.ts PASSWORDS
  select id, password_hash as hash from accounts
  where verified_at is not null and erased_at is null order by id
;

-- people/erasure.ts END_ALL 1
delete from sessions
;

-- people/erasure.ts END_ALL 2
delete from one_time_secrets
;

-- people/erasure.ts END_ALL 3
delete from invitations
;

-- people/erasure.ts END_ALL 4
delete from letters where sent_at is null and secret is not null
;

-- people/erasure.ts END_ALL 5
delete from second_factors where confirmed_at is null
;

-- people/erasure.ts END_ALL 6
update accounts set token_version = token_version + 1
;

-- people/erasure.ts END_ALL 7
update players set lease_hash = null, tab = null, claimed_by = null, held_until = 0
;

-- people/erasure.ts END_ALL 8
update conductors set holder = null, held_until = 0
;

-- people/erasure.ts END_MEMBERSHIPS
  update memberships set ended_at = kept.ended_at from (
    select value ->> 0 as account_id, value ->> 1 as owner_id, value ->> 2 as ended_at
    from json_each(:memberships)) as kept
  where memberships.account_id = kept.account_id and memberships.owner_id = kept.owner_id
    and memberships.ended_at is null and memberships.joined_at <= kept.ended_at
;

-- people/erasure.ts SET_PASSWORDS
  update accounts set password_hash = kept.hash from (
    select value ->> 0 as id, value ->> 1 as hash from json_each(:passwords)) as kept
  where accounts.id = kept.id and accounts.erased_at is null
;

-- people/erasure.ts REVIVED
  select id, email from accounts where erased_at is null
    and id in (select value from json_each(:erased))
;

-- people/letters.ts ANY_DUE
select id from letters where sent_at is null and next_attempt_at <= :now
  and (claimed_until is null or claimed_until <= :now) limit 1
;

-- people/letters.ts CLAIM
  update letters set claimed_until = :until, attempts = attempts + 1
  where id in (select id from letters where sent_at is null and next_attempt_at <= :now
  and (claimed_until is null or claimed_until <= :now) order by created_at limit :max)
  returning id, kind, recipient, secret, origin, created_at as createdAt, attempts, next_attempt_at as nextAttemptAt, claimed_until as claimedUntil, sent_at as sentAt
;

-- people/letters.ts SENT
update letters set sent_at = :now, secret = null, claimed_until = null where id = :id
;

-- people/letters.ts POSTPONE
update letters set next_attempt_at = :at, claimed_until = null where id = :id
;

-- people/letters.ts DROP
delete from letters where id = :id
;

-- people/login_claims.ts LOGIN
  select accounts.id as accountId, case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end as role, token_version as tokenVersion,
    expires_at as expiresAt, coalesce(sessions.last_used_at, sessions.created_at) as lastUsedAt
  from sessions join accounts on accounts.id = sessions.account_id
  where sessions.id = :session and sessions.expires_at > :now and erased_at is null
;

-- people/login_claims.ts RENEW
  update sessions set
    -- Another instance, whose clock is ahead, may have moved it further.
    expires_at = max(expires_at, min(:until, (sessions.created_at + cast(:longest as integer) + 75599999) / 86400000 * 86400000 + 10800000)),
    last_used_at = max(coalesce(sessions.last_used_at, sessions.created_at), :now), device = coalesce(device, :device)
  where id = :session and sessions.expires_at > :now and (sessions.created_at + cast(:longest as integer) + 75599999) / 86400000 * 86400000 + 10800000 > :now
    and exists (select 1 from accounts where id = sessions.account_id
      and id = :account and token_version = :version and erased_at is null
      and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end is not null)
  returning (sessions.created_at + cast(:longest as integer) + 75599999) / 86400000 * 86400000 + 10800000 as endsAt
;

-- people/one_time_secrets.ts INSERT
  insert into one_time_secrets (hash, purpose, account_id, detail, created_at, expires_at)
  values (:hash, :purpose, :accountId, :detail, :createdAt, :expiresAt)
;

-- people/one_time_secrets.ts TAKE
delete from one_time_secrets where hash = :hash and purpose = :purpose and expires_at > :now returning hash, purpose, account_id as accountId, detail, wrong_tries as wrongTries, created_at as createdAt, expires_at as expiresAt
;

-- people/one_time_secrets.ts FIND
select hash, purpose, account_id as accountId, detail, wrong_tries as wrongTries, created_at as createdAt, expires_at as expiresAt from one_time_secrets where hash = :hash and purpose = :purpose and expires_at > :now
;

-- people/passwords.ts CHANGE
  update accounts set password_hash = :hash, token_version = token_version + 1
  where id = :account and password_hash = :oldHash and erased_at is null
    and exists (select 1 from sessions as used where used.id = :session and used.expires_at > :now)
  returning id
;

-- people/passwords.ts END_OTHERS
delete from sessions where account_id = :account and id <> :session and exists (select 1 from accounts where id = :account and password_hash = :hash)
;

-- people/passwords.ts END_ALL
delete from sessions where account_id = :account and exists (select 1 from accounts where id = :account and password_hash = :hash)
;

-- people/passwords.ts END_SECRETS
delete from one_time_secrets where account_id = :account and exists (select 1 from accounts where id = :account and password_hash = :hash)
;

-- people/passwords.ts WRITE_CHANGE
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at)
    select :letter, :letterKind, :recipient, :letterSecret, :origin, :writtenAt, :writtenAt
    where exists (select 1 from accounts where id = :account and password_hash = :hash) and (select count(*) from letters
    where recipient = :recipient and kind = :letterKind and created_at > :since) < :atMost
;

-- people/passwords.ts WRITE_LINK
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at, sent_at)
    select :letter, :letterKind, :recipient, case when exists (select id from accounts
    where email = :email and verified_at is not null and erased_at is null) then :letterSecret end, :origin,
      :writtenAt, :writtenAt, case when exists (select id from accounts
    where email = :email and verified_at is not null and erased_at is null) then null else :writtenAt end
    where (select count(*) from letters
    where recipient = :recipient and kind = :letterKind and created_at > :since) < :atMost
;

-- people/passwords.ts DELETE_LINKS
  delete from one_time_secrets where purpose = 'reset' and account_id in (select id from accounts
    where email = :email and verified_at is not null and erased_at is null) and exists (select 1 from letters where id = :letter and sent_at is null)
;

-- people/passwords.ts INSERT_LINK
  insert into one_time_secrets (hash, purpose, account_id, created_at, expires_at)
  select :hash, 'reset', id, :createdAt, :expiresAt
  from accounts where id in (select id from accounts
    where email = :email and verified_at is not null and erased_at is null) and exists (select 1 from letters where id = :letter and sent_at is null)
;

-- people/passwords.ts USE_LINK
delete from one_time_secrets where hash = :hash and purpose = :purpose and expires_at > :now and account_id = :account
;

-- people/passwords.ts RESET
  update accounts set password_hash = :hash, token_version = token_version + 1
  where id = :account and changes() > 0 returning id
;

-- people/privacy.ts OF_OWNER.cafe
select id, owner_id as ownerId, name, iban, account_holder_name as accountHolderName, created_at as createdAt, source, cards_printed_at as cardsPrintedAt, set_up_at as setUpAt, picks from cafes where owner_id = :owner
;

-- people/privacy.ts OF_OWNER.logins
    select device, created_at as createdAt, coalesce(sessions.last_used_at, sessions.created_at) as lastUsedAt, expires_at as expiresAt
    from sessions where account_id = :owner order by id desc
;

-- people/privacy.ts OF_OWNER.pendingSecrets
    select purpose, created_at as createdAt, expires_at as expiresAt
    from one_time_secrets where account_id = :owner
;

-- people/privacy.ts OF_OWNER.letters
    select kind, created_at as createdAt, sent_at as sentAt from letters
    where recipient = (select email from accounts where id = :owner) order by id desc
;

-- people/privacy.ts OF_OWNER.secondFactor
    select confirmed_at as confirmedAt, (select count(*) from recovery_codes
      where account_id = second_factors.account_id) as recoveryCodesLeft
    from second_factors where account_id = :owner and confirmed_at is not null
;

-- people/privacy.ts OF_OWNER.musicConnection
    select consented_at as consentedAt, ended_at as endedAt, device_id as deviceId,
      device_name as deviceName
    from music_grants where owner_id = :owner
;

-- people/privacy.ts OF_OWNER.house
select owner_id as ownerId, version, requests, hours, last_call_minutes as lastCallMinutes, paused_until as pausedUntil, accepts, closes_at as closesAt, explicit_refused as explicitRefused, blocked_words as blockedWords, blocked_folded as blockedFolded, longest_minutes as longestMinutes, repeat_minutes as repeatMinutes, per_guest as perGuest, per_hour as perHour, artist_minutes as artistMinutes, blocked_until as blockedUntil, approve, approve_from_kurus as approveFromKurus, queue_order as queueOrder, patience_songs as patienceSongs, tables, tips, till_link as tillLink, dedications from house_rules where owner_id = :owner
;

-- people/privacy.ts OF_OWNER.tables
select label from cafe_tables where owner_id = :owner order by id
;

-- people/privacy.ts OF_OWNER.automaticPlaying
    select is_on as isOn, fallback_url as playlistUrl, fallback_title as playlistTitle,
      fallback_hours as hours
    from conductors where owner_id = :owner
;

-- people/privacy.ts OF_OWNER.otherMusic
    select title, artist, uri, started_at as startedAt from plays
    where owner_id = :owner and request_id is null order by sent_at desc
;

-- people/privacy.ts OF_OWNER.listedSongs
select title, artist from manual_songs where owner_id = :owner order by id
;

-- people/privacy.ts OF_OWNER.requests
    select song_requests.id as id, song_requests.owner_id as ownerId, song_requests.song_title as songTitle, song_requests.artist as artist, song_requests.album_art as albumArt, song_requests.uri as uri, song_requests.tip_kurus as tipKurus, song_requests.table_label as tableLabel, song_requests.status as status, song_requests.created_at as createdAt, song_requests.first_at as firstAt, song_requests.is_own as isOwn, song_requests.decided_at as decidedAt, song_requests.decided_by as decidedBy,
      (select name from memberships
    where account_id = song_requests.decided_by and memberships.owner_id = song_requests.owner_id) as decider,
      started_at as playedAt, sent_by as playedBy, (select name from memberships
    where account_id = plays.sent_by and memberships.owner_id = plays.owner_id) as player
    from song_requests
    left join plays on plays.request_id = song_requests.id and started_at is not null
    where song_requests.owner_id = :owner order by song_requests.id desc
;

-- people/privacy.ts OF_OWNER.blocks
    select song_title as songTitle, blocked_by as blockedBy, until, owner_id as ownerId,
      (select name from memberships where account_id = blocked_by
        and memberships.owner_id = guest_blocks.owner_id) as memberName
    from guest_blocks where owner_id = :owner order by id desc
;

-- people/privacy.ts OF_OWNER.dedications
    select request_id as requestId, name as "to", wish, created_at as createdAt
    from dedications where owner_id = :owner order by request_id desc
;

-- people/privacy.ts OF_OWNER.supportTips
    select request_id as requestId, kurus, support_tips.created_at as createdAt
    from support_tips join song_requests on song_requests.id = request_id
    where owner_id = :owner order by support_tips.id desc
;

-- people/privacy.ts OF_OWNER.tillReceipts
    select request_id as requestId, kurus, created_at as createdAt
    from till_receipts where owner_id = :owner order by id desc
;

-- people/privacy.ts OF_OWNER.payouts
select id, owner_id as ownerId, start_at as startAt, end_at as endAt, total_kurus as totalKurus, fee_kurus as feeKurus, iban, account_holder_name as accountHolderName, status, created_at as createdAt, paid_at as paidAt, paid_by as paidBy from payouts where owner_id = :owner order by end_at desc
;

-- people/privacy.ts OF_OWNER.payoutCorrections
    select payout_id as payoutId, payout_corrections.paid_at as paidAt,
      corrected_at as correctedAt
    from payout_corrections join payouts on payouts.id = payout_id
    where owner_id = :owner order by corrected_at desc
;

-- people/privacy.ts OF_OWNER.ledger
select id, owner_id as ownerId, kind, amount_kurus as amountKurus, request_id as requestId, payout_id as payoutId, created_at as createdAt from ledger where owner_id = :owner order by created_at desc
;

-- people/privacy.ts TEAM
  select name, email, invited_at as invitedAt, joined_at as joinedAt, ended_at as endedAt
  from memberships join accounts on accounts.id = account_id where owner_id = :owner
  union all
  select name, email, created_at, null, null from invitations where owner_id = :owner
  order by invitedAt
;

-- people/privacy.ts MEMBERSHIPS
  select memberships.owner_id as ownerId, cafes.name as cafeName, memberships.name,
    invited_at as invitedAt, joined_at as joinedAt, ended_at as endedAt
  from memberships join cafes on cafes.owner_id = memberships.owner_id
  where account_id = :account order by joined_at
;

-- people/privacy.ts DECISIONS
  select owner_id as ownerId, song_title as songTitle, status, decided_at as decidedAt
  from song_requests
  where owner_id in (select owner_id from memberships where account_id = :account) and decided_by = :account
  order by id desc
;

-- people/registrations.ts REGISTER
  insert into accounts (id, role, email, password_hash, phone, created_at)
  select :id, 'owner', :email, :passwordHash, :phone, :createdAt where not exists (select 1 from accounts where email = :email and verified_at is not null)
  returning id
;

-- people/registrations.ts INSERT_CAFE
  insert into cafes (id, owner_id, name, created_at)
  select :id, :account, :name, :now where exists (select 1 from accounts where id = :account)
;

-- people/registrations.ts WRITE_FIRST_CODE
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at)
    select :letter, :letterKind, :recipient, :letterSecret, :origin, :writtenAt, :writtenAt
    where exists (select 1 from accounts where id = :account) and (select count(*) from letters
    where recipient = :recipient and kind = :letterKind and created_at > :since) < :atMost
;

-- people/registrations.ts WRITE_NOTICE
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at)
    select :letter, :letterKind, :recipient, :letterSecret, :origin, :writtenAt, :writtenAt
    where not exists (select 1 from accounts where id = :account) and (select count(*) from letters
    where recipient = :recipient and kind = :letterKind and created_at > :since) < :atMost
;

-- people/registrations.ts INSERT_CODE
  insert into one_time_secrets (hash, purpose, account_id, created_at, expires_at)
  select :hash, 'verify', :account, :now, :expiresAt where exists (select 1 from letters where id = :letter and sent_at is null)
;

-- people/registrations.ts AMONG
  select id, role, email, password_hash as passwordHash, phone, token_version as tokenVersion, created_at as createdAt, verified_at as verifiedAt, erased_at as erasedAt from accounts
  where email = :email and verified_at is null and id in (select value from json_each(:ids))
  order by id desc
;

-- people/registrations.ts NEWEST
  select id, role, email, password_hash as passwordHash, phone, token_version as tokenVersion, created_at as createdAt, verified_at as verifiedAt, erased_at as erasedAt from accounts where email = :email and verified_at is null
  order by id desc limit 1
;

-- people/registrations.ts WRITE_NEXT_CODE
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at)
    select :letter, :letterKind, :recipient, :letterSecret, :origin, :writtenAt, :writtenAt
    where 
  exists (select 1 from accounts where id = :account and verified_at is null)
    and not exists (select 1 from one_time_secrets where account_id = :account
      and purpose = 'verify' and created_at > :notSince) and (select count(*) from letters
    where recipient = :recipient and kind = :letterKind and created_at > :since) < :atMost
;

-- people/registrations.ts DELETE_CODES
  delete from one_time_secrets where account_id = :account and purpose = 'verify' and exists (select 1 from letters where id = :letter and sent_at is null)
;

-- people/registrations.ts WRITTEN
select id from letters where id = :letter
;

-- people/registrations.ts LIVE_CODES
  select accounts.id as accountId, hash
  from one_time_secrets join accounts on accounts.id = account_id
  where email = :email and verified_at is null and purpose = 'verify' and expires_at > :now
    and wrong_tries < :maxTries
;

-- people/registrations.ts COUNT_WRONG_TRY
  update one_time_secrets set wrong_tries = wrong_tries + 1
  where purpose = 'verify'
    and account_id in (select id from accounts where email = :email and verified_at is null)
;

-- people/registrations.ts USE_CODE
delete from one_time_secrets where hash = :hash and purpose = :purpose and expires_at > :now and wrong_tries < :maxTries
;

-- people/registrations.ts VERIFY
  update accounts set verified_at = :now where id = :id and verified_at is null and changes() > 0
  returning id, role, email, password_hash as passwordHash, phone, token_version as tokenVersion, created_at as createdAt, verified_at as verifiedAt, erased_at as erasedAt
;

-- people/registrations.ts DROP_CODE_LETTERS
  delete from letters where recipient = :email and kind = 'verification_code' and sent_at is null
    and exists (select 1 from accounts where id = :id and verified_at is not null)
;

-- people/registrations.ts FORGET_SECRETS
delete from one_time_secrets where account_id in (select id from accounts where email = :email and verified_at is null
    and exists (select 1 from accounts where id = :id and verified_at is not null))
;

-- people/registrations.ts FORGET_CAFES
delete from cafes where owner_id in (select id from accounts where email = :email and verified_at is null
    and exists (select 1 from accounts where id = :id and verified_at is not null))
;

-- people/registrations.ts FORGET_ACCOUNTS
delete from accounts where id in (select id from accounts where email = :email and verified_at is null
    and exists (select 1 from accounts where id = :id and verified_at is not null))
;

-- people/retention.ts FORGET_PEOPLE.peopleLetters
delete from letters where recipient in (select email from accounts where role = 'owner' and verified_at < :before and erased_at is null
    and not exists (select 1 from cafes where owner_id = accounts.id)
    and not exists (select 1 from memberships
      where account_id = accounts.id and (ended_at is null or ended_at >= :before)))
;

-- people/retention.ts FORGET_PEOPLE.logins
delete from sessions where account_id in (select id from accounts where role = 'owner' and verified_at < :before and erased_at is null
    and not exists (select 1 from cafes where owner_id = accounts.id)
    and not exists (select 1 from memberships
      where account_id = accounts.id and (ended_at is null or ended_at >= :before)))
;

-- people/retention.ts FORGET_PEOPLE.links
delete from one_time_secrets where account_id in (select id from accounts where role = 'owner' and verified_at < :before and erased_at is null
    and not exists (select 1 from cafes where owner_id = accounts.id)
    and not exists (select 1 from memberships
      where account_id = accounts.id and (ended_at is null or ended_at >= :before)))
;

-- people/retention.ts FORGET_PEOPLE.factors
delete from second_factors where account_id in (select id from accounts where role = 'owner' and verified_at < :before and erased_at is null
    and not exists (select 1 from cafes where owner_id = accounts.id)
    and not exists (select 1 from memberships
      where account_id = accounts.id and (ended_at is null or ended_at >= :before)))
;

-- people/retention.ts FORGET_PEOPLE.recovery
delete from recovery_codes where account_id in (select id from accounts where role = 'owner' and verified_at < :before and erased_at is null
    and not exists (select 1 from cafes where owner_id = accounts.id)
    and not exists (select 1 from memberships
      where account_id = accounts.id and (ended_at is null or ended_at >= :before)))
;

-- people/retention.ts ERASE_PEOPLE
  update accounts set email = lower(id) || '@silindi.invalid', password_hash = '', phone = '',
    token_version = token_version + 1, erased_at = :now
  where id in (select id from accounts where role = 'owner' and verified_at < :before and erased_at is null
    and not exists (select 1 from cafes where owner_id = accounts.id)
    and not exists (select 1 from memberships
      where account_id = accounts.id and (ended_at is null or ended_at >= :before))) returning id
;

-- people/retention.ts FORGET_MEMBERSHIPS
  delete from memberships where ended_at < :before
    or account_id in (select id from accounts where erased_at is not null)
;

-- people/retention.ts FORGET_INVITATIONS
delete from invitations where expires_at < :now
;

-- people/retention.ts FORGET_SECRETS
  delete from one_time_secrets
  where account_id in (select id from accounts where verified_at is null and erased_at is null and created_at < :unverified) or expires_at < :now
;

-- people/retention.ts FORGET_FACTORS
delete from second_factors where confirmed_at is null and begun_at < :before
;

-- people/retention.ts FORGET_SESSIONS
  delete from sessions where account_id in (select id from accounts where verified_at is null and erased_at is null and created_at < :unverified) or expires_at < :now
;

-- people/retention.ts FORGET_LETTERS
  delete from letters
  where (recipient in (select email from accounts where verified_at is null and erased_at is null and created_at < :unverified) and created_at < :unverified) or sent_at < :sent
;

-- people/retention.ts FORGET_CAFES
delete from cafes where owner_id in (select id from accounts where verified_at is null and erased_at is null and created_at < :unverified)
;

-- people/retention.ts FORGET_ACCOUNTS
delete from accounts where verified_at is null and erased_at is null and created_at < :unverified returning id
;

-- people/retention.ts FORGET_GUESTS
  update song_requests set guest_id = null where rowid in (
    select rowid from song_requests where guest_id is not null and created_at < :before limit :max)
  returning id
;

-- people/retention.ts FORGET_SUPPORTERS
  update support_tips set guest_id = null where rowid in (
    select rowid from support_tips where guest_id is not null and created_at < :before limit :max)
  returning id
;

-- people/retention.ts FORGET_DEDICATIONS
  delete from dedications where rowid in (
    select rowid from dedications where created_at < :before limit :max)
;

-- people/rooms.ts REVISION
  select coalesce((select revision from rooms where owner_id = :owner), 0) as revision
  where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null)
;

-- people/rooms.ts REVISIONS
  select asked.value as ownerId,
    coalesce((select revision from rooms where owner_id = asked.value), 0) as revision
  from json_each(:owners) as asked where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = asked.value and accounts.verified_at is not null and accounts.erased_at is null)
;

-- people/rooms.ts selectRevision
select revision from rooms where owner_id = :owner
;

-- people/rooms.ts raiseIfChanged
  insert into rooms (owner_id, revision) select :owner, 1 where changes() > 0
  on conflict (owner_id) do update set revision = revision + 1
;

-- people/rooms.ts raisePersonsRoomsIfChanged
  insert into rooms (owner_id, revision) select owner_id, 1 from (select owner_id from cafes where owner_id = :account
  union select owner_id from memberships where account_id = :account and ended_at is null) where changes() > 0
  on conflict (owner_id) do update set revision = revision + 1
;

-- people/rooms.ts selectPersonsRooms
select owner_id as ownerId, revision from rooms where owner_id in (select owner_id from cafes where owner_id = :account
  union select owner_id from memberships where account_id = :account and ended_at is null)
;

-- people/second_factors.ts FIND
select account_id as accountId, secret, begun_at as begunAt, confirmed_at as confirmedAt, last_step as lastStep from second_factors where account_id = :account
;

-- people/second_factors.ts COUNT_CODES
select count(*) as "left" from recovery_codes where account_id = :account
;

-- people/second_factors.ts BEGIN
  insert into second_factors (account_id, secret, begun_at) values (:accountId, :secret, :begunAt)
  on conflict (account_id) do update set secret = excluded.secret, begun_at = excluded.begun_at
  where confirmed_at is null
  returning account_id as id
;

-- people/second_factors.ts FIRST_CODES
    insert into recovery_codes (hash, account_id)
    select value, :account from json_each(:hashes) where exists (select 1 from second_factors where account_id = :account and secret = :secret and confirmed_at is null
    and begun_at > :begunAfter and exists (select 1 from sessions as used where used.id = :session and used.expires_at > :now))
;

-- people/second_factors.ts NOTICE_ON
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at)
    select :letter, :letterKind, :recipient, :letterSecret, :origin, :writtenAt, :writtenAt
    where exists (select 1 from second_factors where account_id = :account and secret = :secret and confirmed_at is null
    and begun_at > :begunAfter and exists (select 1 from sessions as used where used.id = :session and used.expires_at > :now)) and (select count(*) from letters
    where recipient = :recipient and kind = :letterKind and created_at > :since) < :atMost
;

-- people/second_factors.ts END_OTHERS
  delete from sessions where account_id = :account and id <> :session and exists (select 1 from second_factors where account_id = :account and secret = :secret and confirmed_at is null
    and begun_at > :begunAfter and exists (select 1 from sessions as used where used.id = :session and used.expires_at > :now))
  returning id
;

-- people/second_factors.ts CONFIRM
  update second_factors set confirmed_at = :now, last_step = :step where account_id = :account and secret = :secret and confirmed_at is null
    and begun_at > :begunAfter and exists (select 1 from sessions as used where used.id = :session and used.expires_at > :now)
  returning account_id as id
;

-- people/second_factors.ts USE_STEP
  update second_factors set last_step = :step where account_id = :account and iif(:recovery is null,
    exists (select 1 from second_factors where account_id = :account and confirmed_at is not null
      and (:byOperator or (secret = :secret and last_step < :step))),
    exists (select 1 from recovery_codes where account_id = :account and hash = :recovery))
  returning account_id as id
;

-- people/second_factors.ts USE_CODE
  delete from recovery_codes where account_id = :account and hash = :recovery
  returning account_id as id
;

-- people/second_factors.ts NEXT_CODES
    insert into recovery_codes (hash, account_id)
    select value, :account from json_each(:hashes) where iif(:recovery is null,
    exists (select 1 from second_factors where account_id = :account and confirmed_at is not null
      and (:byOperator or (secret = :secret and last_step < :step))),
    exists (select 1 from recovery_codes where account_id = :account and hash = :recovery))
;

-- people/second_factors.ts DELETE_OLDER
  delete from recovery_codes where account_id = :account and iif(:recovery is null,
    exists (select 1 from second_factors where account_id = :account and confirmed_at is not null
      and (:byOperator or (secret = :secret and last_step < :step))),
    exists (select 1 from recovery_codes where account_id = :account and hash = :recovery))
    and hash not in (select value from json_each(:kept))
;

-- people/second_factors.ts NOTICE_OFF
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at)
    select :letter, :letterKind, :recipient, :letterSecret, :origin, :writtenAt, :writtenAt
    where iif(:recovery is null,
    exists (select 1 from second_factors where account_id = :account and confirmed_at is not null
      and (:byOperator or (secret = :secret and last_step < :step))),
    exists (select 1 from recovery_codes where account_id = :account and hash = :recovery)) and (select count(*) from letters
    where recipient = :recipient and kind = :letterKind and created_at > :since) < :atMost
;

-- people/second_factors.ts TURN_OFF
  delete from second_factors where account_id = :account and iif(:recovery is null,
    exists (select 1 from second_factors where account_id = :account and confirmed_at is not null
      and (:byOperator or (secret = :secret and last_step < :step))),
    exists (select 1 from recovery_codes where account_id = :account and hash = :recovery))
  returning account_id as id
;

-- people/second_factors.ts DELETE_CODES
  delete from recovery_codes where account_id = :account
    and not exists (select 1 from second_factors where account_id = :account)
;

-- people/sessions.ts SESSION
  select accounts.id, role, token_version as tokenVersion, expires_at as expiresAt
  from sessions join accounts on accounts.id = sessions.account_id
  where sessions.id = :session and sessions.expires_at > :now and erased_at is null
;

-- people/sessions.ts INSERT
  insert into sessions (id, account_id, created_at, expires_at, device)
  select :id, :account, :createdAt, :expiresAt, :device
  where :passwordHash is null or exists (
      select 1 from accounts where id = :account and password_hash = :passwordHash)
    and not exists (
      select 1 from second_factors where account_id = :account and confirmed_at > :factorSince)
  returning id
;

-- people/sessions.ts DELETE
delete from sessions where id = :id
;

-- people/sessions.ts LIST
  select id, device, created_at as createdAt, coalesce(sessions.last_used_at, sessions.created_at) as lastUsedAt, (sessions.created_at + cast(:longest as integer) + 75599999) / 86400000 * 86400000 + 10800000 as endsAt
  from sessions where account_id = :account and sessions.expires_at > :now
  order by coalesce(sessions.last_used_at, sessions.created_at) desc, id desc
;

-- people/sessions.ts NAME_DEVICE
update sessions set device = :device where id = :session
;

-- people/sessions.ts USE
update sessions set last_used_at = :now where id = :session and coalesce(sessions.last_used_at, sessions.created_at) <= :latest
;

-- people/sessions.ts USED
select exists (select 1 from sessions as used where used.id = :session and used.expires_at > :now) as holds
;

-- people/sessions.ts END
  delete from sessions
  where account_id = :account and iif(:which is null, id <> :session, id = :which) and sessions.expires_at > :now
    and exists (select 1 from sessions as used where used.id = :session and used.expires_at > :now)
  returning id
;

-- people/team.ts FULL
select (select count(*) from memberships where owner_id = :owner and ended_at is null)
    + (select count(*) from invitations
      where owner_id = :owner and email <> :email and expires_at > :now) >= :most as isFull
;

-- people/team.ts WRITE_INVITATION
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at)
    select :letter, :letterKind, :recipient, :letterSecret, :origin, :writtenAt, :writtenAt
    where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and not ((select count(*) from memberships where owner_id = :owner and ended_at is null)
    + (select count(*) from invitations
      where owner_id = :owner and email <> :email and expires_at > :now) >= :most)
    and not exists (select 1 from accounts
      where email = :email and verified_at is not null and (id = :owner or exists (
        select 1 from memberships
        where account_id = accounts.id and owner_id = :owner and ended_at is null))) and (select count(*) from letters
    where recipient = :recipient and kind = :letterKind and created_at > :since) < :atMost
;

-- people/team.ts INVITE
  insert into invitations (id, owner_id, email, name, hash, created_at, expires_at)
  select :id, :owner, :email, :name, :hash, :createdAt, :expiresAt where exists (select 1 from letters where id = :letter and sent_at is null)
  on conflict (owner_id, email) do update set name = excluded.name, hash = excluded.hash,
    created_at = excluded.created_at, expires_at = excluded.expires_at
;

-- people/team.ts FIND
  select invitations.id, email, cafes.name as cafeName,
    exists (select 1 from accounts
      where accounts.email = invitations.email and verified_at is not null) as hasAccount
  from invitations join cafes on cafes.owner_id = invitations.owner_id
  where hash = :hash and expires_at > :now
;

-- people/team.ts WAITING
  select invitations.id, (select name from cafes where cafes.owner_id = invitations.owner_id) as cafeName
  from invitations join accounts on accounts.email = invitations.email
  where accounts.id = :account and accounts.role = 'owner' and accounts.verified_at is not null
    and accounts.erased_at is null and owner_id <> accounts.id and expires_at > :now order by invitations.created_at, invitations.id
;

-- people/team.ts ACCEPT
  insert into memberships (account_id, owner_id, role, name, invitation_id, invited_at, joined_at)
  select accounts.id, owner_id, 'staff', name, invitations.id, invitations.created_at, :now
    from invitations join accounts on accounts.email = invitations.email
  where accounts.id = :account and accounts.role = 'owner' and accounts.verified_at is not null
    and accounts.erased_at is null and owner_id <> accounts.id and expires_at > :now and invitations.id = :id
  on conflict (account_id, owner_id) do update set name = excluded.name,
    invitation_id = excluded.invitation_id, invited_at = excluded.invited_at,
    joined_at = case when ended_at is null then joined_at else excluded.joined_at end, ended_at = null
  returning owner_id as ownerId
;

-- people/team.ts FORGET
delete from invitations where id in (select invitations.id from invitations join accounts on accounts.email = invitations.email
  where accounts.id = :account and accounts.role = 'owner' and accounts.verified_at is not null
    and accounts.erased_at is null and owner_id <> accounts.id and expires_at > :now and invitations.id = :id)
;

-- people/team.ts JOINED
  select memberships.owner_id as ownerId, cafes.name as name, revision
  from memberships join rooms on rooms.owner_id = memberships.owner_id
    join cafes on cafes.owner_id = memberships.owner_id
  where account_id = :account and invitation_id = :id and ended_at is null
;

-- people/team.ts TEAM
  select account_id as accountId, memberships.name, accounts.email, 1 as joined, joined_at as since
  from memberships join accounts on accounts.id = account_id
  where owner_id = :owner and ended_at is null
  union all
  select id, name, email, 0, created_at from invitations where owner_id = :owner and expires_at > :now
  order by joined desc, since, accountId
;

-- people/team.ts END
  update memberships set ended_at = :now
  where owner_id = :owner and (account_id = :id or invitation_id = :id) and ended_at is null
  returning account_id as id
;

-- people/team.ts END_LEASE
  update players set lease_hash = null, tab = null, claimed_by = null, held_until = 0
  where owner_id = :owner and claimed_by <> owner_id and not exists (
    select 1 from memberships
    where account_id = claimed_by and memberships.owner_id = :owner and ended_at is null)
;

-- people/team.ts TAKE_BACK
delete from invitations where owner_id = :owner and id = :id returning id
;

-- people/team.ts MAKE_ACCOUNT
  insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
  select id, 'owner', email, :passwordHash, '', :now, :now from invitations
  where id = :id and hash = :hash and expires_at > :now and not exists (select 1 from accounts
    where accounts.email = invitations.email and verified_at is not null)
  returning id, role, token_version as tokenVersion
;

-- people/team.ts CAFES_OF
  select owner_id as ownerId, name, 'owner' as role, 0 as since from cafes where owner_id = :account
  union all
  select cafes.owner_id, cafes.name, memberships.role, joined_at
  from memberships join cafes on cafes.owner_id = memberships.owner_id
  where account_id = :account and ended_at is null
  order by since, ownerId
;

-- plays/conductors.ts FIND
select owner_id as ownerId, is_on as isOn, fallback_uri as fallbackUri, fallback_url as fallbackUrl, fallback_title as fallbackTitle, fallback_art as fallbackArt, fallback_length as fallbackLength, fallback_hours as fallbackHours, fallback_until as fallbackUntil, state, state_until as stateUntil, sentence, volume_percent as volumePercent, command, command_number as commandNumber, left_device as leftDevice, holder, held_until as heldUntil from conductors where owner_id = :owner
;

-- plays/conductors.ts TURN_ON
  insert into conductors (owner_id, is_on, command) values (:owner, 1, 'resume')
  on conflict (owner_id) do update set is_on = 1, state = 'idle', state_until = null,
    sentence = null, command = excluded.command, command_number = command_number + 1
;

-- plays/conductors.ts TURN_OFF
  insert into conductors (owner_id, is_on) values (:owner, 0)
  on conflict (owner_id) do update set is_on = 0, state = 'idle', state_until = null,
    sentence = null, holder = null, held_until = 0
;

-- plays/conductors.ts SET_FALLBACK
  insert into conductors (owner_id, fallback_uri, fallback_url, fallback_title, fallback_art,
    fallback_length, fallback_hours, fallback_until)
  values (:owner, :fallbackUri, :fallbackUrl, :fallbackTitle, :fallbackArt, :fallbackLength,
    :hours, :until)
  on conflict (owner_id) do update set fallback_uri = excluded.fallback_uri,
    fallback_url = excluded.fallback_url, fallback_title = excluded.fallback_title,
    fallback_art = excluded.fallback_art, fallback_length = excluded.fallback_length,
    fallback_hours = excluded.fallback_hours, fallback_until = excluded.fallback_until
;

-- plays/conductors.ts ENDED
  select owner_id as ownerId, fallback_until as until, fallback_hours as hours from conductors
  where fallback_until is not null
    and (fallback_until <= :now or fallback_until > :now + 86400000)
;

-- plays/conductors.ts TURN
  update conductors set fallback_uri = :fallbackUri, fallback_url = :fallbackUrl,
    fallback_title = :fallbackTitle, fallback_art = :fallbackArt,
    fallback_length = :fallbackLength, fallback_until = :until
  where owner_id = :owner and fallback_until = :seen returning owner_id as owner
;

-- plays/conductors.ts TELL
  update conductors set command = :command, command_number = command_number + 1,
    state = coalesce(:state, state), state_until = iif(:state is null, state_until, null),
    sentence = iif(:state is null, sentence, null),
    left_device = iif(:command = 'connect', '', left_device)
  where owner_id = :owner and is_on = 1 returning owner_id as owner
;

-- plays/conductors.ts NOTE
  update conductors set state = :state, state_until = :until, sentence = :sentence,
    volume_percent = :volumePercent, left_device = :leftDevice
  where owner_id = :owner and holder = :holder and is_on = 1 returning owner_id as owner
;

-- plays/conductors.ts FACTS
  select is_on as isOn, state, command, command_number as commandNumber, holder,
    left_device as leftDevice,
    case when substr(fallback_uri, 1, instr(fallback_uri, ':') - 1) = (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner) then fallback_uri end as fallbackUri,
    fallback_length as fallbackLength,
    exists (select 1 from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0) as hasRequest,
    (select json_object('id', id, 'requestId', request_id, 'uri', uri, 'title', title,
        'artist', artist, 'albumArt', album_art, 'durationMs', duration_ms, 'state', state,
        'isPaused', is_paused, 'since', coalesce(started_at, ordered_at),
        'positionMs', position_ms, 'positionAt', position_at,
        'source', source, 'heardMs', heard_ms)
      from plays where owner_id = :owner and ended_at is null) as active
  from conductors where owner_id = :owner
;

-- plays/conductors.ts HOLD
  update conductors set holder = :holder, held_until = :until
  where is_on = 1 and (holder = :holder or held_until < :now
      or held_until > :until + 10000 or :fromAnyone)
    and not exists (select 1 from cafes where cafes.owner_id = conductors.owner_id
      and cafes.source in (select value from json_each(:leftOut)))
  returning owner_id as ownerId
;

-- plays/conductors.ts GIVE_UP
update conductors set holder = null, held_until = 0 where holder = :holder
;

-- plays/failed_songs.ts COUNT_TRY
  update song_requests set tries = tries + 1,
    unplayable_at = case when tries + 1 >= 3 or :forGood then :at end
  where changes() > 0 and status = 'approved'
    and id = (select request_id from plays where id = :id)
  returning unplayable_at as unplayableAt
;

-- plays/failed_songs.ts RETURN
  update song_requests set unplayable_at = null, tries = 0
  where status = 'approved' and unplayable_at is not null and +owner_id = :owner and id in (
    select request_id from plays where +owner_id = :owner and id in (select value from json_each(:plays)))
  returning id
;

-- plays/failed_songs.ts COUNT
  update players set failures = failures + 1, heard_at = coalesce(heard_at, :at)
  where changes() > 0 and owner_id = :owner
;

-- plays/failed_songs.ts RETURN_RUN
  update song_requests set unplayable_at = null, tries = 0
  where (select failures from players where owner_id = :owner) >= 3
    and status = 'approved' and unplayable_at is not null and id in (
      select request_id from plays where owner_id = :owner and sent_at > :since and (why_ended = 'not_played' or (why_ended = 'refused' and instr(id, '-') > 0))
      order by sent_at desc, rowid desc limit coalesce((select failures from players where owner_id = :owner), 0))
;

-- plays/failed_songs.ts LEAVE_QUEUE
  update song_requests set unplayable_at = :at, tries = tries + 1
  where changes() > 0 and id = (select request_id from plays where id = :id)
;

-- plays/now_playing.ts nowOfOwner
  select :owner as ownerId,
    coalesce((select revision from rooms where owner_id = :owner), 0) as revision,
    id as playId, (select is_own from song_requests where id = plays.request_id) is 0 as byGuest,
    request_id as requestId, source, title, artist, album_art as albumArt, duration_ms as durationMs, position_ms as positionMs, heard_ms as heardMs, is_paused as isPaused,
    coalesce(started_at, ordered_at) as startedAt,
    coalesce(position_at, started_at, ordered_at) as positionAt,
    (select table_label from song_requests where id = plays.request_id) as tableLabel,
    (select json_object('to', name, 'wish', wish) from dedications
      where request_id = plays.request_id and exists (select 1 from house_rules h where h.owner_id = owner_id and h.dedications = 1)) as dedication
  from (select 1) left join plays on id = coalesce(
    (select id from plays where owner_id = :owner and ended_at is null
      and (state = 'playing' or ordered_at is not null)),
    (select id from plays where owner_id = :owner and why_ended = 'replaced'
      and ended_at = (select sent_at from plays where owner_id = :owner and ended_at is null)))
  where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null)
;

-- plays/now_playing.ts nowOfCafe
  select (select owner_id from cafes where id = :cafe) as ownerId,
    coalesce((select revision from rooms where owner_id = (select owner_id from cafes where id = :cafe)), 0) as revision,
    id as playId, (select is_own from song_requests where id = plays.request_id) is 0 as byGuest,
    request_id as requestId, source, title, artist, album_art as albumArt, duration_ms as durationMs, position_ms as positionMs, heard_ms as heardMs, is_paused as isPaused,
    coalesce(started_at, ordered_at) as startedAt,
    coalesce(position_at, started_at, ordered_at) as positionAt,
    (select table_label from song_requests where id = plays.request_id) as tableLabel,
    (select json_object('to', name, 'wish', wish) from dedications
      where request_id = plays.request_id and exists (select 1 from house_rules h where h.owner_id = owner_id and h.dedications = 1)) as dedication
  from (select 1) left join plays on id = coalesce(
    (select id from plays where owner_id = (select owner_id from cafes where id = :cafe) and ended_at is null
      and (state = 'playing' or ordered_at is not null)),
    (select id from plays where owner_id = (select owner_id from cafes where id = :cafe) and why_ended = 'replaced'
      and ended_at = (select sent_at from plays where owner_id = (select owner_id from cafes where id = :cafe) and ended_at is null)))
  where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = (select owner_id from cafes where id = :cafe) and accounts.verified_at is not null and accounts.erased_at is null)
;

-- plays/now_playing.ts teamFactsOfOwner
  select sent_by as sentBy, (select name from memberships
    where account_id = plays.sent_by and memberships.owner_id = plays.owner_id) as memberName,
    exists (select 1 from song_requests
      where id = plays.request_id and tip_kurus > 0 and at_till = 0) as earnsTip,
    (select device from sessions where id = (
      select session_id from players where owner_id = plays.owner_id)) as speakerDevice
  from plays where id = coalesce(
    (select id from plays where owner_id = :owner and ended_at is null
      and (state = 'playing' or ordered_at is not null)),
    (select id from plays where owner_id = :owner and why_ended = 'replaced'
      and ended_at = (select sent_at from plays where owner_id = :owner and ended_at is null)))
;

-- plays/now_playing.ts REQUEST_WAITS
select exists (select 1 from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0) as waits
;

-- plays/plays.ts ACTIVE
select id, owner_id as ownerId, request_id as requestId, source, uri, title, artist, album_art as albumArt, duration_ms as durationMs, sent_at as sentAt, ordered_at as orderedAt, started_at as startedAt, position_ms as positionMs, position_at as positionAt, heard_ms as heardMs, is_paused as isPaused, state from plays where owner_id = :owner and ended_at is null
;

-- plays/plays.ts SENT
select id, owner_id as ownerId, request_id as requestId, source, uri, title, artist, album_art as albumArt, duration_ms as durationMs, sent_at as sentAt, ordered_at as orderedAt, started_at as startedAt, position_ms as positionMs, position_at as positionAt, heard_ms as heardMs, is_paused as isPaused, state from plays where state = 'sent' and sent_at > 0
;

-- plays/plays.ts TITLE
select title from plays where id = :id and owner_id = :owner
;

-- plays/plays.ts LAST_OVER
  select uri, why_ended as whyEnded from plays
  where owner_id = :owner and sent_at > :since and started_at is not null and ended_at is not null
  -- By their order and not by time, since the clock may have been set back in between.
  order by rowid desc limit 1
;

-- plays/plays.ts LEFT
  select p.owner_id as ownerId, uri, duration_ms as durationMs, heard_ms as heardMs,
    ended_at as endedAt
  from cafes c join plays p on p.rowid = (
    select max(rowid) from plays where owner_id = c.owner_id and source = :source and sent_at > :since - 86400000)
  where c.source is not :source and ended_at > :since and (:owner is null or c.owner_id = :owner)
;

-- plays/plays.ts ACCEPT
  update plays set ordered_at = :at, position_at = :at
  where id = :id and owner_id = :owner and state = 'sent' and ordered_at is null
  returning id
;

-- plays/plays.ts BEGIN
  update plays set state = 'playing', begun_at = :at,
    -- Not before it was sent, unless the clock was set back since.
    started_at = max(iif(sent_at > :at, 0, sent_at), min(coalesce(ordered_at, :startedAt), :startedAt)),
    position_ms = coalesce(:positionMs, position_ms),
    position_at = case when :positionMs is null then coalesce(position_at, :startedAt) else :at end,
    is_paused = coalesce(:paused, (select is_paused from players where owner_id = :owner), 0)
  where id = :id and owner_id = :owner and state = 'sent'
  returning id
;

-- plays/plays.ts END_ONE
    update plays set state = 'ended', ended_at = :at, why_ended = :why,
      heard_ms = min(coalesce(:heard, (select expected_ms from (
    select *, case when is_paused then position_ms when is_overdue then known_ms
        else max(known_ms, clock_ms) end as expected_ms
    from (select *, source = 'library' and clock_ms > known_ms + 15000 as is_overdue,
        position_ms + passed_ms < known_ms - 10000 as is_ahead
      from (select *, case when is_paused then position_ms when passed_ms < 0 then known_ms
            else position_ms + passed_ms end as clock_ms
        from (select *, :at - coalesce(position_at, started_at) as passed_ms,
            max(position_ms, coalesce(heard_ms, 0)) as known_ms
          from plays p where p.id = plays.id)))))), coalesce(duration_ms, 86400000))
    where owner_id = :owner and ended_at is null and state = 'playing' and id = :id
    returning id
;

-- plays/plays.ts RELEASE
  update plays set state = 'released', ended_at = :at, why_ended = :why
  where id = :id and owner_id = :owner and state = 'sent'
  returning id
;

-- plays/plays.ts MOVE
  update plays set
    position_ms = iif(is_other, coalesce(:positionMs, expected_ms), position_ms),
    position_at = iif(is_other, :at, position_at),
    is_paused = paused, heard_ms = coalesce(:positionMs, heard_ms),
    duration_ms = coalesce(duration_ms, :durationMs)
  from (
    select id as moved, expected_ms, paused, was_paused <> paused or (:positionMs is not null
        and (is_overdue or is_ahead or abs(:positionMs - clock_ms) > 3000)) as is_other
    from (select *, is_paused as was_paused, coalesce(:paused, (select is_paused from players where owner_id = :owner), 0) as paused from (
    select *, case when is_paused then position_ms when is_overdue then known_ms
        else max(known_ms, clock_ms) end as expected_ms
    from (select *, source = 'library' and clock_ms > known_ms + 15000 as is_overdue,
        position_ms + passed_ms < known_ms - 10000 as is_ahead
      from (select *, case when is_paused then position_ms when passed_ms < 0 then known_ms
            else position_ms + passed_ms end as clock_ms
        from (select *, :at - coalesce(position_at, started_at) as passed_ms,
            max(position_ms, coalesce(heard_ms, 0)) as known_ms
          from plays p where p.owner_id = :owner and p.ended_at is null and p.state = 'playing'
            and (p.id = :id or (p.request_id is null and p.uri = :uri) or (:id is null and :uri is null))))))))
  where id = moved and (:positionMs is not null or is_other)
  returning id
;

-- plays/plays.ts LENGTHEN
  update plays set duration_ms = :positionMs + 15000
  where id = :id and owner_id = :owner and state = 'playing' and source = 'library'
    and exists (select 1 from library_tracks
      where id = cast(substr(plays.uri, instr(plays.uri, ':') + 1) as integer) and duration_ms < :positionMs)
;

-- plays/sending.ts REPLACE
    update plays set state = 'ended', ended_at = :at, why_ended = :why,
      heard_ms = min(coalesce(:heard, (select expected_ms from (
    select *, case when is_paused then position_ms when is_overdue then known_ms
        else max(known_ms, clock_ms) end as expected_ms
    from (select *, source = 'library' and clock_ms > known_ms + 15000 as is_overdue,
        position_ms + passed_ms < known_ms - 10000 as is_ahead
      from (select *, case when is_paused then position_ms when passed_ms < 0 then known_ms
            else position_ms + passed_ms end as clock_ms
        from (select *, :at - coalesce(position_at, started_at) as passed_ms,
            max(position_ms, coalesce(heard_ms, 0)) as known_ms
          from plays p where p.id = plays.id)))))), coalesce(duration_ms, 86400000))
    where owner_id = :owner and ended_at is null and state = 'playing' and (:seen is null or id = :seen) and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null)
    and exists (select 1 from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0)
    returning id
;

-- plays/sending.ts SEND_OUT_OF_TURN
    insert into plays (owner_id, id, request_id, source, uri, title, artist, album_art, duration_ms, sent_at, sent_by, song_key, state, ended_at, why_ended)
    select :owner, :id, id, (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner), uri, song_title, artist, album_art, (select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri), :sentAt, :sentBy, null,
      'sent', null, null
    from song_requests where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and id = (
  select id from (
    select id, first_at, coalesce(song_requests.entered_at, song_requests.created_at) as entered from song_requests
    where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0 and exists (select 1 from house_rules where owner_id = :owner and queue_order = 'patience') 
    order by is_aside, first_at is null, first_at, entered, tip_kurus desc, created_at, id limit 1) as earliest
  where first_at is null and (select count(*) from plays p join song_requests r on r.id = p.request_id
    where p.owner_id = :owner and p.sent_at >= earliest.entered and r.first_at is null
      and (p.started_at is not null or p.ended_at is null) and coalesce(r.entered_at, r.created_at) > earliest.entered)
    >= (select patience_songs from house_rules where owner_id = :owner)) and not exists (select 1 from plays where owner_id = :owner and ended_at is null)
    returning id, owner_id as ownerId, request_id as requestId, source, uri, title, artist, album_art as albumArt, duration_ms as durationMs, sent_at as sentAt
;

-- plays/sending.ts SEND_IN_TURN
    insert into plays (owner_id, id, request_id, source, uri, title, artist, album_art, duration_ms, sent_at, sent_by, song_key, state, ended_at, why_ended)
    select :owner, :id, id, (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner), uri, song_title, artist, album_art, (select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri), :sentAt, :sentBy, null,
      'sent', null, null
    from song_requests where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and id = (select id from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0 order by is_aside, first_at is null, first_at, tip_kurus desc, created_at, id limit 1) and not exists (select 1 from plays where owner_id = :owner and ended_at is null)
    returning id, owner_id as ownerId, request_id as requestId, source, uri, title, artist, album_art as albumArt, duration_ms as durationMs, sent_at as sentAt
;

-- plays/sending.ts UNDER_WAY
  select id from plays
  where owner_id = :owner and ended_at is null and (state = 'sent' or id <> :seen)
;

-- plays/sending.ts UNSEEN
  select request_id as requestId, uri, sent_at as sentAt from (
    -- An order that was refused has changed nothing.
    select * from plays where owner_id = :owner and sent_at > :since and why_ended is not 'refused'
    order by rowid desc limit 1)
  where state = 'released' and request_id in (select id from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0)
;

-- plays/sending.ts SEND_THIS
    insert into plays (owner_id, id, request_id, source, uri, title, artist, album_art, duration_ms, sent_at, sent_by, song_key, state, ended_at, why_ended)
    select :owner, :id, id, (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner), uri, song_title, artist, album_art, (select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri), :sentAt, :sentBy, null,
      'sent', null, null
    from song_requests where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and id = (select id from song_requests where id = :request and owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0 and (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner) = :source) and not exists (select 1 from plays where owner_id = :owner and ended_at is null)
    returning id, owner_id as ownerId, request_id as requestId, source, uri, title, artist, album_art as albumArt, duration_ms as durationMs, sent_at as sentAt
;

-- plays/sending.ts SET_ASIDE
update song_requests set is_aside = 1 where id = :id and owner_id = :owner and is_aside = 0
;

-- plays/sending.ts END_FOR_REQUEST
    update plays set state = 'ended', ended_at = :at, why_ended = :why,
      heard_ms = min(coalesce(:heard, (select expected_ms from (
    select *, case when is_paused then position_ms when is_overdue then known_ms
        else max(known_ms, clock_ms) end as expected_ms
    from (select *, source = 'library' and clock_ms > known_ms + 15000 as is_overdue,
        position_ms + passed_ms < known_ms - 10000 as is_ahead
      from (select *, case when is_paused then position_ms when passed_ms < 0 then known_ms
            else position_ms + passed_ms end as clock_ms
        from (select *, :at - coalesce(position_at, started_at) as passed_ms,
            max(position_ms, coalesce(heard_ms, 0)) as known_ms
          from plays p where p.id = plays.id)))))), coalesce(duration_ms, 86400000))
    where owner_id = :owner and ended_at is null and state = 'playing' and exists (select 1 from song_requests where id = :request and owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0 and substr(uri, 1, instr(uri, ':') - 1) = :source
    and :id = song_requests.id || '-' || (select count(*) from plays where request_id = song_requests.id) and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and exists (select 1 from cafes where owner_id = :owner and source = :source))
    returning id
;

-- plays/sending.ts END_FOR_TRACK
    update plays set state = 'ended', ended_at = :at, why_ended = :why,
      heard_ms = min(coalesce(:heard, (select expected_ms from (
    select *, case when is_paused then position_ms when is_overdue then known_ms
        else max(known_ms, clock_ms) end as expected_ms
    from (select *, source = 'library' and clock_ms > known_ms + 15000 as is_overdue,
        position_ms + passed_ms < known_ms - 10000 as is_ahead
      from (select *, case when is_paused then position_ms when passed_ms < 0 then known_ms
            else position_ms + passed_ms end as clock_ms
        from (select *, :at - coalesce(position_at, started_at) as passed_ms,
            max(position_ms, coalesce(heard_ms, 0)) as known_ms
          from plays p where p.id = plays.id)))))), coalesce(duration_ms, 86400000))
    where owner_id = :owner and ended_at is null and state = 'playing' and exists (select 1 from library_tracks t where t.id = :track and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and exists (select 1 from cafes where owner_id = :owner and source = :source)
    and not exists (select 1 from plays where id = :id)
    and exists (select 1 from players where owner_id = :owner and (:round = shuffle_round + 1
      or (:round = shuffle_round and (((t.shuffle_key & 2147483647) * :factor) & 2147483647) * 1048576 + (t.id & 1048575) > shuffle_place))))
    returning id
;

-- plays/sending.ts SEND_REQUEST
    insert into plays (owner_id, id, request_id, source, uri, title, artist, album_art, duration_ms, sent_at, sent_by, song_key, state, ended_at, why_ended)
    select :owner, :id, id, :source, uri, song_title, artist, album_art, (select duration_ms from library_tracks
    where id = cast(substr(song_requests.uri, instr(song_requests.uri, ':') + 1) as integer)), max(:sentAt, coalesce((select max(sent_at) from plays
  where owner_id = :owner and sent_at > :sentAt and sent_at <= :now), 0)), null, null,
      'sent', null, null
    from song_requests where id = :request and owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0 and substr(uri, 1, instr(uri, ':') - 1) = :source
    and :id = song_requests.id || '-' || (select count(*) from plays where request_id = song_requests.id) and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and exists (select 1 from cafes where owner_id = :owner and source = :source) and not exists (select 1 from plays where owner_id = :owner and ended_at is null)
    returning id, owner_id as ownerId, request_id as requestId, source, uri, title, artist, album_art as albumArt, duration_ms as durationMs, sent_at as sentAt
;

-- plays/sending.ts REFUSE_REQUEST
    insert into plays (owner_id, id, request_id, source, uri, title, artist, album_art, duration_ms, sent_at, sent_by, song_key, state, ended_at, why_ended)
    select :owner, :id, id, :source, uri, song_title, artist, album_art, (select duration_ms from library_tracks
    where id = cast(substr(song_requests.uri, instr(song_requests.uri, ':') + 1) as integer)), max(:sentAt, coalesce((select max(sent_at) from plays
  where owner_id = :owner and sent_at > :sentAt and sent_at <= :now), 0)), null, null,
      'released', :now, 'refused'
    from song_requests where id = :request and owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0 and substr(uri, 1, instr(uri, ':') - 1) = :source
    and :id = song_requests.id || '-' || (select count(*) from plays where request_id = song_requests.id) and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and exists (select 1 from cafes where owner_id = :owner and source = :source)
    returning id, owner_id as ownerId, request_id as requestId, source, uri, title, artist, album_art as albumArt, duration_ms as durationMs, sent_at as sentAt
;

-- plays/sending.ts SEND_TRACK
    insert into plays (owner_id, id, request_id, source, uri, title, artist, album_art, duration_ms, sent_at, sent_by, song_key, state, ended_at, why_ended)
    select :owner, :id, null, :source, :source || ':' || t.id, title, artist, case when has_cover then :coverPath || t.id else '' end, duration_ms, max(:sentAt, coalesce((select max(sent_at) from plays
  where owner_id = :owner and sent_at > :sentAt and sent_at <= :now), 0)), null, null,
      'sent', null, null
    from library_tracks t where t.id = :track and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and exists (select 1 from cafes where owner_id = :owner and source = :source)
    and not exists (select 1 from plays where id = :id)
    and exists (select 1 from players where owner_id = :owner and (:round = shuffle_round + 1
      or (:round = shuffle_round and (((t.shuffle_key & 2147483647) * :factor) & 2147483647) * 1048576 + (t.id & 1048575) > shuffle_place))) and not exists (select 1 from plays where owner_id = :owner and ended_at is null)
    returning id, owner_id as ownerId, request_id as requestId, source, uri, title, artist, album_art as albumArt, duration_ms as durationMs, sent_at as sentAt
;

-- plays/sending.ts REFUSE_TRACK
    insert into plays (owner_id, id, request_id, source, uri, title, artist, album_art, duration_ms, sent_at, sent_by, song_key, state, ended_at, why_ended)
    select :owner, :id, null, :source, :source || ':' || t.id, title, artist, case when has_cover then :coverPath || t.id else '' end, duration_ms, max(:sentAt, coalesce((select max(sent_at) from plays
  where owner_id = :owner and sent_at > :sentAt and sent_at <= :now), 0)), null, null,
      'released', :now, 'refused'
    from library_tracks t where t.id = :track and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and exists (select 1 from cafes where owner_id = :owner and source = :source)
    and not exists (select 1 from plays where id = :id)
    and exists (select 1 from players where owner_id = :owner and (:round = shuffle_round + 1
      or (:round = shuffle_round and (((t.shuffle_key & 2147483647) * :factor) & 2147483647) * 1048576 + (t.id & 1048575) > shuffle_place)))
    returning id, owner_id as ownerId, request_id as requestId, source, uri, title, artist, album_art as albumArt, duration_ms as durationMs, sent_at as sentAt
;

-- plays/sending.ts MOVE_SHUFFLE
  update players set shuffle_round = :round,
    shuffle_place = (select (((t.shuffle_key & 2147483647) * :factor) & 2147483647) * 1048576 + (t.id & 1048575) from library_tracks t where t.id = :track)
  where changes() > 0 and owner_id = :owner
;

-- plays/sending.ts END_OWN
    update plays set state = 'ended', ended_at = :at, why_ended = :why,
      heard_ms = min(coalesce(:heard, (select expected_ms from (
    select *, case when is_paused then position_ms when is_overdue then known_ms
        else max(known_ms, clock_ms) end as expected_ms
    from (select *, source = 'library' and clock_ms > known_ms + 15000 as is_overdue,
        position_ms + passed_ms < known_ms - 10000 as is_ahead
      from (select *, case when is_paused then position_ms when passed_ms < 0 then known_ms
            else position_ms + passed_ms end as clock_ms
        from (select *, :at - coalesce(position_at, started_at) as passed_ms,
            max(position_ms, coalesce(heard_ms, 0)) as known_ms
          from plays p where p.id = plays.id)))))), coalesce(duration_ms, 86400000))
    where owner_id = :owner and ended_at is null and state = 'playing' and request_id is null and uri is not :uri
    returning id
;

-- plays/sending.ts SEND_OWN
    insert into plays (owner_id, id, request_id, source, uri, title, artist, album_art, duration_ms, sent_at, sent_by, song_key, state, ended_at, why_ended)
    select :owner, :id, null, substr(:uri, 1, instr(:uri, ':') - 1), :uri, :title, :artist, :albumArt, :durationMs, :at, null, :songKey,
      'sent', null, null
    where substr(:uri, 1, instr(:uri, ':') - 1) = (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner) and not exists (select 1 from plays where owner_id = :owner and ended_at is null)
    returning id, owner_id as ownerId, request_id as requestId, source, uri, title, artist, album_art as albumArt, duration_ms as durationMs, sent_at as sentAt
;

-- plays/shuffle.ts FOLLOWING
  select t.id as trackId, title, artist, has_cover as hasCover, duration_ms as durationMs,
    gain_db as gainDb, path
  from library_tracks t
  where missing_at is null and (((t.shuffle_key & 2147483647) * :factor) & 2147483647) * 1048576 + (t.id & 1048575) > :place and (:evenTheLast or 'library:' || t.id is not (select uri from plays where owner_id = :owner and sent_at > :since and started_at is not null
  order by sent_at desc, rowid desc limit 1))
  order by (((t.shuffle_key & 2147483647) * :factor) & 2147483647) * 1048576 + (t.id & 1048575) limit 1
;

-- plays/speaker.ts CLAIM
  insert into players (owner_id, lease_hash, tab, epoch, held_until, claimed_by, session_id)
  select :owner, :lease, :tab, 1, :until, :account, :session where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and exists (select 1 from cafes where owner_id = :owner and source = :source)
    and (:account = :owner or exists (
      select 1 from memberships where account_id = :account and owner_id = :owner and ended_at is null))
  on conflict (owner_id) do update set lease_hash = excluded.lease_hash, tab = excluded.tab,
    claimed_by = excluded.claimed_by, session_id = excluded.session_id, heard_at = null,
    epoch = epoch + 1, held_until = excluded.held_until
  where not (players.held_until > :now and exists (select 1 from sessions as used where used.id = players.session_id and used.expires_at > :now)) or tab = :tab or :take
  returning epoch
;

-- plays/speaker.ts IS_SOURCE
select exists (select 1 from cafes where owner_id = :owner and source = :source) as isSource
;

-- plays/speaker.ts HELD
  select held_until as heldUntil, exists (select 1 from cafes where owner_id = :owner and source = :source) as isSource from players
  where owner_id = :owner and lease_hash = :lease and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and exists (select 1 from sessions as used where used.id = players.session_id and used.expires_at > :now)
;

-- plays/speaker.ts RENEW
update players set held_until = :until where owner_id = :owner and lease_hash = :lease
;

-- plays/speaker.ts GIVE_UP
update players set held_until = 0 where owner_id = :owner and lease_hash = :lease and held_until > :at
;

-- plays/speaker.ts LOST
  select id, owner_id as ownerId
  from (
    select *, case when is_paused then position_ms when is_overdue then known_ms
        else max(known_ms, clock_ms) end as expected_ms
    from (select *, source = 'library' and clock_ms > known_ms + 15000 as is_overdue,
        position_ms + passed_ms < known_ms - 10000 as is_ahead
      from (select *, case when is_paused then position_ms when passed_ms < 0 then known_ms
            else position_ms + passed_ms end as clock_ms
        from (select *, :now - coalesce(position_at, started_at) as passed_ms,
            max(position_ms, coalesce(heard_ms, 0)) as known_ms
          from plays p where p.ended_at is null and p.source = :source and not p.is_paused)))) p
  where (state = 'playing' and is_overdue
      or exists (select 1 from players where owner_id = p.owner_id and not (players.held_until > :now and exists (select 1 from sessions as used where used.id = players.session_id and used.expires_at > :now))))
;

-- plays/speaker.ts AHEAD
  select id, owner_id as ownerId, expected_ms as positionMs
  from (
    select *, case when is_paused then position_ms when is_overdue then known_ms
        else max(known_ms, clock_ms) end as expected_ms
    from (select *, source = 'library' and clock_ms > known_ms + 15000 as is_overdue,
        position_ms + passed_ms < known_ms - 10000 as is_ahead
      from (select *, case when is_paused then position_ms when passed_ms < 0 then known_ms
            else position_ms + passed_ms end as clock_ms
        from (select *, :now - coalesce(position_at, started_at) as passed_ms,
            max(position_ms, coalesce(heard_ms, 0)) as known_ms
          from plays p where p.ended_at is null and p.source = :source and not p.is_paused))))
  where state = 'playing' and is_ahead
;

-- plays/speaker.ts FIND_MISDATED
select owner_id as ownerId from players where (held_until > :until + :apart or held_until between 1 and :now - :apart) limit 1
;

-- plays/speaker.ts CORRECT
update players set held_until = iif(held_until > :now, :until, 0) where (held_until > :until + :apart or held_until between 1 and :now - :apart)
;

-- plays/speaker.ts PAUSE
  update players set is_paused = :paused, heard_at = iif(:paused and exists (
      select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'playing' and is_paused
    ), null, heard_at)
  where owner_id = :owner and is_paused <> :paused
;

-- plays/speaker.ts VOLUME
update players set volume_percent = :volume where owner_id = :owner and volume_percent <> :volume
;

-- plays/speaker.ts RELEASE
  update players set is_paused = 0, failures = 0
  where owner_id = :owner and (is_paused <> 0 or failures <> 0)
;

-- plays/speaker.ts STATE
  select iif(exists (select 1 from sessions as used where used.id = players.session_id and used.expires_at > :now), held_until, 0) as heldUntil, heard_at as heardAt, is_paused as isPaused, volume_percent as volumePercent, failures,
    shuffle_round as shuffleRound, shuffle_place as shufflePlace,
    coalesce((select is_on from conductors where owner_id = :owner), 0) as isOn,
    exists (select 1 from conductors where owner_id = :owner
      and substr(fallback_uri, 1, instr(fallback_uri, ':') - 1) = :source)
      and exists (select 1 from library_tracks where missing_at is null) as hasFallback,
    exists (select 1 from cafes where owner_id = :owner and source = :source) as isSource
  from players where owner_id = :owner
;

-- plays/speaker.ts ACTIVE
  select p.id as id, p.request_id as requestId, p.uri as uri, p.title as title, p.artist as artist, p.album_art as albumArt,
    coalesce(p.duration_ms, t.duration_ms) as durationMs, path, gain_db as gainDb, state,
    iif(state = 'sent', 0, expected_ms) as positionMs,
    -- Sent at a time yet to come: the clock was set back since.
    iif(state = 'sent', abs(:now - sent_at) > 15000, is_paused) as stands
  from (
    select *, case when is_paused then position_ms when is_overdue then known_ms
        else max(known_ms, clock_ms) end as expected_ms
    from (select *, source = 'library' and clock_ms > known_ms + 15000 as is_overdue,
        position_ms + passed_ms < known_ms - 10000 as is_ahead
      from (select *, case when is_paused then position_ms when passed_ms < 0 then known_ms
            else position_ms + passed_ms end as clock_ms
        from (select *, :now - coalesce(position_at, started_at) as passed_ms,
            max(position_ms, coalesce(heard_ms, 0)) as known_ms
          from plays p where p.owner_id = :owner and p.ended_at is null and p.source = :source)))) p
  left join library_tracks t on t.id = cast(substr(uri, instr(uri, ':') + 1) as integer)
;

-- plays/speaker.ts NEXT_OUT_OF_TURN
  select r.id || '-' || (select count(*) from plays where request_id = r.id) as id, r.id as requestId, r.song_title as title,
    r.uri as uri, r.artist as artist, r.album_art as albumArt,
    t.duration_ms as durationMs, path, gain_db as gainDb
  from (select * from song_requests where id = (
  select id from (
    select id, first_at, coalesce(song_requests.entered_at, song_requests.created_at) as entered from song_requests
    where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0 and exists (select 1 from house_rules where owner_id = :owner and queue_order = 'patience') and substr(uri, 1, instr(uri, ':') - 1) = :source
      and exists (select 1 from library_tracks
        where library_tracks.id = cast(substr(song_requests.uri, instr(song_requests.uri, ':') + 1) as integer) and missing_at is null)
      and id is not (select request_id from plays where owner_id = :owner and ended_at is null)
    order by is_aside, first_at is null, first_at, entered, tip_kurus desc, created_at, id limit 1) as earliest
  where first_at is null and (select count(*) from plays p join song_requests r on r.id = p.request_id
    where p.owner_id = :owner and p.sent_at >= earliest.entered and r.first_at is null
      and (p.started_at is not null or p.ended_at is null) and coalesce(r.entered_at, r.created_at) > earliest.entered)
    >= (select patience_songs from house_rules where owner_id = :owner))) r
  left join library_tracks t on t.id = cast(substr(uri, instr(uri, ':') + 1) as integer)
;

-- plays/speaker.ts NEXT_IN_TURN
  select r.id || '-' || (select count(*) from plays where request_id = r.id) as id, r.id as requestId, r.song_title as title,
    r.uri as uri, r.artist as artist, r.album_art as albumArt,
    t.duration_ms as durationMs, path, gain_db as gainDb
  from (select * from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0 and substr(uri, 1, instr(uri, ':') - 1) = :source
      and exists (select 1 from library_tracks
        where library_tracks.id = cast(substr(song_requests.uri, instr(song_requests.uri, ':') + 1) as integer) and missing_at is null)
      and id is not (select request_id from plays where owner_id = :owner and ended_at is null) order by is_aside, first_at is null, first_at, tip_kurus desc, created_at, id limit 1) r
  left join library_tracks t on t.id = cast(substr(uri, instr(uri, ':') + 1) as integer)
;

-- plays/speaker_reports.ts HEAR
update players set heard_at = :at where owner_id = :owner and heard_at is null
;

-- plays/speaker_reports.ts SUCCEED
  update players set failures = 0
  where owner_id = :owner and failures > 0 and exists (
    select 1 from plays p where p.id = :id and p.owner_id = :owner and p.state = 'playing'
      and not exists (select 1 from plays where owner_id = :owner and sent_at >= p.sent_at
        and plays.rowid > p.rowid and (why_ended = 'not_played' or (why_ended = 'refused' and instr(id, '-') > 0))))
;

-- plays/speaker_reports.ts SILENCE
update players set heard_at = null where owner_id = :owner and heard_at is not null
;

-- requests/asked_counts.ts NTH_OF_HOUR
  select step, count(*) as requests from (
    select count(*) over (
        partition by guest order by at range between 3599999 preceding and current row) as step
    from (select +guest_id as guest, created_at as at from song_requests
      where owner_id = :owner and created_at > :since and is_own = 0 and status in ('pending', 'approved') union all select +guest_id as guest, created_at as at from song_requests
      where owner_id = :owner and created_at > :since and is_own = 0 and status in ('rejected', 'played', 'withdrawn')) where guest is not null)
  group by step order by step
;

-- requests/asked_counts.ts MINUTES_AFTER_ARTIST
  select (at - heard) / 60000 as step, count(*) as requests from (
    select at, began, max(began) over (
        partition by artist order by at, began is not null rows between unbounded preceding and current row) as heard
    from (
      select substr(song_key, instr(song_key, '|') + 1) as artist, created_at as at, null as began from song_requests
      where owner_id = :owner and created_at > :since and is_own = 0 and status in ('pending', 'approved') union all select substr(song_key, instr(song_key, '|') + 1) as artist, created_at as at, null as began from song_requests
      where owner_id = :owner and created_at > :since and is_own = 0 and status in ('rejected', 'played', 'withdrawn')
      union all
      select substr(coalesce(r.song_key, p.song_key), instr(coalesce(r.song_key, p.song_key), '|') + 1), p.started_at, p.started_at
      from plays p left join song_requests r on r.id = p.request_id
      where p.owner_id = :owner and p.sent_at > :since - 86400000 and p.started_at is not null)
    where artist <> '')
  where began is null and heard is not null and at - heard < 86400000
  group by step order by step
;

-- requests/blocks.ts BLOCK
  insert into guest_blocks (id, owner_id, guest_id, song_title, blocked_by, until)
  select :block, owner_id, guest_id, song_title, :account, :until from song_requests
  where id in (select value from json_each(:ids)) and +owner_id = :owner
    and guest_id is not null and exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null)
  on conflict (owner_id, guest_id) do update
    set until = excluded.until, song_title = excluded.song_title, blocked_by = excluded.blocked_by
    where excluded.until > guest_blocks.until
  returning id
;

-- requests/blocks.ts BEGIN_HOUSE
  insert into house_rules (owner_id, version, requests, hours, accepts, explicit_refused,
    blocked_words, blocked_folded, approve)
  select owner_id, 0, 'open', '[]', '[]', 0, '[]', '[]', 'never' from cafes
  where owner_id = :owner and exists (select 1 from guest_blocks where owner_id = :owner and until = :until)
    and exists (select 1 from accounts where id = :owner and erased_at is null)
  on conflict do nothing
;

-- requests/blocks.ts SET_UNTIL
  update house_rules set blocked_until = max(coalesce(blocked_until, 0), :until)
  where owner_id = :owner and exists (select 1 from guest_blocks where owner_id = :owner and until = :until)
;

-- requests/blocks.ts REJECT
    update song_requests set status = 'rejected', decided_at = :at,
      decided_from = case when status = 'rejected'
      or exists (select 1 from plays where request_id = song_requests.id and why_ended = 'rejected')
      then null else status end, decided_by = :account, decided_by_before = decided_by
    where owner_id = :owner and guest_id = (select guest_id from song_requests
    where id in (select value from json_each(:ids)) and +owner_id = :owner) and status = 'pending' and not exists (select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'sent'
        and request_id = song_requests.id) and exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null)
    returning id
;

-- requests/blocks.ts FOUND
  select guest_id as guestId from song_requests
  where id in (select value from json_each(:ids)) and +owner_id = :owner
;

-- requests/blocks.ts LIST
  select id, owner_id as ownerId, song_title as songTitle, blocked_by as blockedBy, until,
    (select name from memberships
      where account_id = blocked_by and memberships.owner_id = guest_blocks.owner_id) as memberName
  from guest_blocks where owner_id = :owner and until > :now order by id desc
;

-- requests/blocks.ts END
delete from guest_blocks where owner_id = :owner and id = :id returning id
;

-- requests/blocks.ts deleteBlocks
delete from guest_blocks where until <= :now
;

-- requests/decisions.ts FOUND
select id, owner_id as ownerId, song_title as songTitle, artist, album_art as albumArt, uri, tip_kurus as tipKurus, support_kurus as supportKurus, status, guest_id as guestId, created_at as createdAt, decided_at as decidedAt, entered_at as enteredAt, decided_from as decidedFrom, decided_by as decidedBy, decided_by_before as decidedByBefore, tries, unplayable_at as unplayableAt, song_key as songKey, expired_at as expiredAt, table_label as tableLabel, at_till as atTill, is_aside as isAside, first_at as firstAt, is_own as isOwn, received_kurus as receivedKurus, exists (select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'sent'
        and request_id = song_requests.id) as onItsWay from song_requests where song_requests.id in (select value from json_each(:ids))
    and +song_requests.owner_id = :owner
;

-- requests/decisions.ts holds
select exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null) as holds
;

-- requests/decisions.ts RELEASE_OVERDUE
    update plays set state = 'released', ended_at = :at, why_ended = :why
    where owner_id = :owner and ended_at is null and state = 'sent' and +sent_at <= :latest
      and request_id in (select value from json_each(:ids)) and ordered_at is null and exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null)
;

-- requests/decisions.ts REJECT
    update song_requests set status = 'rejected', decided_at = :at,
      decided_from = case when status = 'rejected'
      or exists (select 1 from plays where request_id = song_requests.id and why_ended = 'rejected')
      then null else status end, decided_by = :account, decided_by_before = decided_by
    where song_requests.id in (select value from json_each(:ids))
    and +song_requests.owner_id = :owner and status in ('pending', 'approved') and not exists (select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'sent'
        and request_id = song_requests.id) and exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null)
    returning id
;

-- requests/decisions.ts APPROVE
    update song_requests set status = 'approved', decided_at = :at,
      decided_from = case when status = 'approved'
      or exists (select 1 from plays where request_id = song_requests.id and why_ended = 'rejected')
      then null else status end, decided_by = :account, decided_by_before = decided_by, unplayable_at = null, tries = 0,
      entered_at = case status when 'pending' then :at else entered_at end
    where song_requests.id in (select value from json_each(:ids))
    and +song_requests.owner_id = :owner and (status = 'pending' or (status = 'approved' and unplayable_at is not null)) and not exists (select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'sent'
        and request_id = song_requests.id) and exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null)
    returning id
;

-- requests/decisions.ts CHOOSE
  update song_requests set first_at = max(:at, 1 + coalesce(
    (select max(first_at) from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null)), 0))
  where song_requests.id in (select value from json_each(:ids))
    and +song_requests.owner_id = :owner and owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and first_at is null and not exists (select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'sent'
        and request_id = song_requests.id)
    and exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null)
  returning id
;

-- requests/decisions.ts UNCHOOSE
  update song_requests set first_at = null
  where song_requests.id in (select value from json_each(:ids))
    and +song_requests.owner_id = :owner and owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and first_at is not null and not exists (select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'sent'
        and request_id = song_requests.id)
    and exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null)
  returning id
;

-- requests/decisions.ts WAITS
  select owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) as isQueued, exists (select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'sent'
        and request_id = song_requests.id) as onItsWay from song_requests where song_requests.id in (select value from json_each(:ids))
    and +song_requests.owner_id = :owner
;

-- requests/decisions.ts FACTS
select exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null) as holds, exists (select 1 from house_rules
    where owner_id = :owner and closes_at <= :at) as isEndUnrecorded
;

-- requests/decisions.ts UNDO
  update song_requests set status = decided_from,
    decided_at = case decided_from when 'pending' then null
      else max(:now, coalesce(first_at + 1, 0)) end,
    decided_from = null, is_aside = (select coalesce(source, :usual) not in (select value from json_each(:playingAny))
      and coalesce(source, :usual) <> substr(song_requests.uri, 1, instr(song_requests.uri, ':') - 1)
    from cafes where owner_id = :owner),
    decided_by = decided_by_before, decided_by_before = null,
    unplayable_at = case decided_from when 'approved' then unplayable_at end,
    first_at = case decided_from when 'approved' then first_at end
  where song_requests.id in (select value from json_each(:ids))
    and +song_requests.owner_id = :owner and status in ('approved', 'rejected') and decided_from is not null
    and decided_at > :after and not (status = 'approved' and coalesce(first_at, 0) > :after
    and first_at >= coalesce(decided_at, 0)) and not exists (select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'sent'
        and request_id = song_requests.id)
    and not exists (select 1 from house_rules
    where owner_id = :owner and closes_at <= :at) and exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null)
  returning id
;

-- requests/decisions.ts UNDO_FIRST
  update song_requests set first_at = null
  where song_requests.id in (select value from json_each(:ids))
    and +song_requests.owner_id = :owner and (status = 'approved' and coalesce(first_at, 0) > :after
    and first_at >= coalesce(decided_at, 0)) and not exists (select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'sent'
        and request_id = song_requests.id) and not exists (select 1 from house_rules
    where owner_id = :owner and closes_at <= :at)
    and exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and sessions.expires_at > :now
      and accounts.id = :account and case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null)
  returning id
;

-- requests/guest_page.ts WITHDRAW
  update song_requests as r set status = 'withdrawn' where r.id = :id and r.guest_id = :guest and r.status = 'pending' and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0)))
    and not exists (
  select 1 from support_tips where request_id = r.id and guest_id is not r.guest_id)
  returning id
;

-- requests/guest_page.ts FIND
  select r.owner_id as ownerId, r.status, (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0))) as isExpired,
    coalesce((select revision from rooms where owner_id = r.owner_id), 0) as revision
  from song_requests r where r.id = :id and r.guest_id = :guest
;

-- requests/guest_page.ts LIST
  with own as (
    select id, min(at) as at from (
      select id, created_at as at from song_requests
      where owner_id = :owner and guest_id = :guest and created_at > :since
      union all
      select request_id, created_at from support_tips where guest_id = :guest and created_at > :since)
    group by id)
  select r.id as id, r.song_title as songTitle, r.artist as artist, r.album_art as albumArt, r.tip_kurus as tipKurus, r.status as status,
    p.started_at as playedAt,
    iif(r.at_till, exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))),
      exists (select 1 from ledger where request_id = r.id and kind = 'reversal')) as isReversed,
    iif((r.at_till = 1 and r.status in ('pending', 'approved', 'played')
    and r.unplayable_at is null and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0))) and not exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)))), (case when r.guest_id = :guest
    then max(0, r.tip_kurus - r.support_kurus - r.received_kurus) else 0 end
  + coalesce((select sum(min(kurus, max(0, r.tip_kurus - r.support_kurus + up_to - r.received_kurus)))
    from (select guest_id, kurus, sum(kurus) over (order by rowid) as up_to
      from support_tips where request_id = r.id) where guest_id = :guest), 0)), 0) as dueKurus, case when r.at_till = 1 and r.tip_kurus > 0 then (select till_link from house_rules
    where owner_id = r.owner_id and tips = 'till') end as tillLink,
    (r.at_till = 1
    and (r.status = 'rejected' or r.unplayable_at is not null or (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0)))
      or exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))))
    and (r.received_kurus > 0 or not exists (select 1 from till_receipts where request_id = r.id))) and (case when r.guest_id = :guest then r.tip_kurus - r.support_kurus else 0 end
  + coalesce((select sum(kurus) from support_tips where request_id = r.id and guest_id = :guest), 0)) > 0 as refundAtTill,
    r.unplayable_at is not null as isUnplayable,
    r.first_at is not null and r.status = 'approved' as isFirst, (case when r.guest_id = :guest then r.tip_kurus - r.support_kurus else 0 end
  + coalesce((select sum(kurus) from support_tips where request_id = r.id and guest_id = :guest), 0)) as ownKurus,
    coalesce(r.guest_id = :guest, 0) as isAsked, coalesce(r.guest_id = :guest and r.status = 'pending' and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0)))
    and not exists (
  select 1 from support_tips where request_id = r.id and guest_id is not r.guest_id), 0) as canTakeBack,
    (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = :owner and closes_at <= :now), 0))) as isExpired
  from own join song_requests r on r.id = own.id
  left join plays p on p.request_id = r.id and p.started_at is not null
  where +r.owner_id = :owner and r.status <> 'withdrawn'
  order by own.at desc, r.id desc limit :max
;

-- requests/guest_page.ts listOfCafe
  with own as (
    select id, min(at) as at from (
      select id, created_at as at from song_requests
      where owner_id = (select owner_id from cafes where id = :cafe) and guest_id = :guest and created_at > :since
      union all
      select request_id, created_at from support_tips where guest_id = :guest and created_at > :since)
    group by id)
  select r.id as id, r.song_title as songTitle, r.artist as artist, r.album_art as albumArt, r.tip_kurus as tipKurus, r.status as status,
    p.started_at as playedAt,
    iif(r.at_till, exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))),
      exists (select 1 from ledger where request_id = r.id and kind = 'reversal')) as isReversed,
    iif((r.at_till = 1 and r.status in ('pending', 'approved', 'played')
    and r.unplayable_at is null and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0))) and not exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)))), (case when r.guest_id = :guest
    then max(0, r.tip_kurus - r.support_kurus - r.received_kurus) else 0 end
  + coalesce((select sum(min(kurus, max(0, r.tip_kurus - r.support_kurus + up_to - r.received_kurus)))
    from (select guest_id, kurus, sum(kurus) over (order by rowid) as up_to
      from support_tips where request_id = r.id) where guest_id = :guest), 0)), 0) as dueKurus, case when r.at_till = 1 and r.tip_kurus > 0 then (select till_link from house_rules
    where owner_id = r.owner_id and tips = 'till') end as tillLink,
    (r.at_till = 1
    and (r.status = 'rejected' or r.unplayable_at is not null or (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0)))
      or exists (select 1 from plays p where p.request_id = r.id and p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))))
    and (r.received_kurus > 0 or not exists (select 1 from till_receipts where request_id = r.id))) and (case when r.guest_id = :guest then r.tip_kurus - r.support_kurus else 0 end
  + coalesce((select sum(kurus) from support_tips where request_id = r.id and guest_id = :guest), 0)) > 0 as refundAtTill,
    r.unplayable_at is not null as isUnplayable,
    r.first_at is not null and r.status = 'approved' as isFirst, (case when r.guest_id = :guest then r.tip_kurus - r.support_kurus else 0 end
  + coalesce((select sum(kurus) from support_tips where request_id = r.id and guest_id = :guest), 0)) as ownKurus,
    coalesce(r.guest_id = :guest, 0) as isAsked, coalesce(r.guest_id = :guest and r.status = 'pending' and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0)))
    and not exists (
  select 1 from support_tips where request_id = r.id and guest_id is not r.guest_id), 0) as canTakeBack,
    (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = (select owner_id from cafes where id = :cafe) and closes_at <= :now), 0))) as isExpired
  from own join song_requests r on r.id = own.id
  left join plays p on p.request_id = r.id and p.started_at is not null
  where +r.owner_id = (select owner_id from cafes where id = :cafe) and r.status <> 'withdrawn'
  order by own.at desc, r.id desc limit :max
;

-- requests/guest_page.ts HAS_ANY
  select exists (
      select 1 from song_requests
      where owner_id = :owner and guest_id = :guest and created_at > :since)
    or exists (select 1 from support_tips where guest_id = :guest and created_at > :since) as any
;

-- requests/house.ts LIST
select id, label, code from cafe_tables where owner_id = :owner
;

-- requests/house.ts ADD
  insert into cafe_tables (owner_id, id, label, code)
  select :owner, value ->> 0, value ->> 1, value ->> 2 from json_each(:tables)
  where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and :max >= (select count(*) from cafe_tables where owner_id = :owner) + (
    select count(distinct asked.value ->> 1) from json_each(:tables) as asked
    where not exists (
      select 1 from cafe_tables where owner_id = :owner and label = asked.value ->> 1))
  on conflict (owner_id, label) do nothing returning id
;

-- requests/house.ts RENEW
  update cafe_tables set code = fresh.value
  from (select id, row_number() over (order by id) - 1 as place from cafe_tables
    where owner_id = :owner) as numbered join json_each(:codes) as fresh on fresh.key = numbered.place
  where cafe_tables.id = numbered.id returning cafe_tables.id
;

-- requests/house.ts DELETE
delete from cafe_tables where owner_id = :owner and id = :id returning id
;

-- requests/house.ts FIND
select owner_id as ownerId, version, requests, hours, last_call_minutes as lastCallMinutes, paused_until as pausedUntil, accepts, closes_at as closesAt, explicit_refused as explicitRefused, blocked_words as blockedWords, blocked_folded as blockedFolded, longest_minutes as longestMinutes, repeat_minutes as repeatMinutes, per_guest as perGuest, per_hour as perHour, artist_minutes as artistMinutes, blocked_until as blockedUntil, approve, approve_from_kurus as approveFromKurus, queue_order as queueOrder, patience_songs as patienceSongs, tables, tips, till_link as tillLink, dedications from house_rules where owner_id = :owner
;

-- requests/house.ts REFUSES_EXPLICIT
select 1 as found from house_rules where owner_id = :owner and explicit_refused = 1
;

-- requests/house.ts APPROVES_ALL
select 1 as found from house_rules where owner_id = :owner and approve = 'always'
;

-- requests/house.ts EXPIRE
  update song_requests set status = 'rejected', decided_at = coalesce((
    select closes_at from house_rules where owner_id = :owner and closes_at <= :now), 0),
    expired_at = coalesce((
    select closes_at from house_rules where owner_id = :owner and closes_at <= :now), 0)
  where owner_id = :owner and status in ('pending', 'approved')
    and (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = :owner and closes_at <= :now), 0))
  returning id
;

-- requests/house.ts RAISE
  insert into rooms (owner_id, revision) select :owner, 1
  where exists (select 1 from house_rules where owner_id = :owner and version = :version)
  on conflict (owner_id) do update set revision = revision + 1
;

-- requests/house.ts OPEN
select exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) as open
;

-- requests/house.ts BEGIN
  insert into house_rules (owner_id, version, requests, hours, accepts, explicit_refused,
    blocked_words, blocked_folded, approve)
  select owner_id, 0, 'open', '[]', '[]', 0, '[]', '[]', 'never' from cafes
  where owner_id = :owner and :known = 0
    and exists (select 1 from accounts where id = :owner and erased_at is null)
  on conflict do nothing
;

-- requests/house.ts SAVE
  update house_rules set requests = :requests, hours = :hours, last_call_minutes = :lastCallMinutes, paused_until = :pausedUntil, accepts = :accepts, closes_at = :closesAt, explicit_refused = :explicitRefused, blocked_words = :blockedWords, blocked_folded = :blockedFolded, longest_minutes = :longestMinutes, repeat_minutes = :repeatMinutes, per_guest = :perGuest, per_hour = :perHour, artist_minutes = :artistMinutes, approve = :approve, approve_from_kurus = :approveFromKurus, queue_order = :queueOrder, patience_songs = :patienceSongs, tables = :tables, tips = :tips, till_link = :tillLink, dedications = :dedications,
    version = version + 1
  where owner_id = :owner and version = :known returning version
;

-- requests/house.ts ENDED
  select owner_id as ownerId from house_rules
  where closes_at is not null and (closes_at <= :now or closes_at > :now + 691200000)
  order by closes_at limit :max
;

-- requests/house.ts NEXT_END
  update house_rules set closes_at = :closes where owner_id = :owner and version = :version
;

-- requests/house_refusal.ts WAITING
  select r.uri, r.id from song_requests r
  where r.owner_id = :owner and r.status in ('pending', 'approved') and (r.status in ('pending', 'approved') and r.unplayable_at is null
    and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0)))
    and not exists (select 1 from plays
      where owner_id = r.owner_id and ended_at is null and state = 'sent' and request_id = r.id))
    and r.uri in (select value from json_each(:uris))
  order by status, tip_kurus desc, created_at, id
;

-- requests/house_refusal.ts FACTS
  with asked as (
    select *, substr(asked_key, instr(asked_key, '|') + 1) as asked_artist from (
      select h.*, t.*, c.source, :uri as asked_uri, coalesce(t.song_key, :songKey) as asked_key,
        coalesce(t.folded, :folded) as asked_words,
        iif(h.closes_at <= :now, h.closes_at, 0) as closed_at
      from cafes c  left join house_rules h on h.owner_id = c.owner_id
      left join tracks t on t.uri = :uri where c.owner_id = :owner)), open as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist
    from song_requests
    where owner_id = :owner and status in ('pending', 'approved') and unplayable_at is null),
  heard as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist from (
      select p.uri, sent_at, started_at, ended_at,
        coalesce(r.song_key, p.song_key, t.song_key) as song_key
      from plays p left join song_requests r on r.id = p.request_id
      left join tracks t on t.uri = p.uri where p.owner_id = :owner))
  select requests, hours, last_call_minutes as lastCallMinutes, paused_until as pausedUntil, longest_minutes as longestMinutes, repeat_minutes as repeatMinutes, per_guest as perGuest, per_hour as perHour, artist_minutes as artistMinutes,
    (select max(started_at) from heard where sent_at > :now - repeat_minutes * 60000 - 3600000
      and started_at > :now - repeat_minutes * 60000 and started_at <= :now and key in (asked_key, asked_uri)) as lastPlayedAt,
    (select max(started_at) from heard where sent_at > :now - artist_minutes * 60000 - 3600000
      and started_at > :now - artist_minutes * 60000 and started_at <= :now and key_artist = asked_artist) as artistPlayedAt,
    iif(per_hour is null, null, (select created_at from (
      select created_at, row_number() over (order by created_at desc) as nth from song_requests
      where owner_id = :owner and guest_id = :guest and created_at > :now - 3600000)
      where nth = per_hour)) as hourSince,
    iif(repeat_minutes is null, null, (select id from open where not (status = 'pending' and created_at < closed_at)
      and key in (asked_key, asked_uri) and expired_at is null and not exists (select 1 from plays
        where owner_id = :owner and ended_at is null and state = 'sent' and request_id = open.id)
      order by status, tip_kurus desc, created_at, id limit 1)) as waitingId
  from asked where owner_id is not null
;

-- requests/own_requests.ts INSERT
  insert into song_requests (owner_id, id, song_title, artist, album_art, uri, tip_kurus,
    created_at, song_key, status, decided_at, decided_by, at_till, is_own)
  select :owner, :id, coalesce(t.title, :title), coalesce(t.artist, :artist),
    coalesce(t.album_art, :art), :uri, :tip, :now, coalesce(t.song_key, :songKey), 'approved', :now, :account,
    coalesce(h.tips = 'till', 0), 1
  from (select 1) left join house_rules h on h.owner_id = :owner left join tracks t on t.uri = :uri
  where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) and substr(:uri, 1, instr(:uri, ':') - 1) = (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner)
    and (:tip = 0 or h.tips = 'till')
    and not exists (select 1 from idempotency_keys
      where owner_id = :owner and guest_id = :keyGuest and key = :key)
  returning song_title as songTitle, artist, album_art as albumArt, status, decided_at as decidedAt
;

-- requests/own_requests.ts RECEIVE
  insert into till_receipts (id, owner_id, request_id, kurus, created_at)
  select :id || '-own', :owner, :id, :tip, :now
  where :tip > 0 and exists (select 1 from song_requests where id = :id)
;

-- requests/own_requests.ts WARN
  with asked as (
    select *, substr(asked_key, instr(asked_key, '|') + 1) as asked_artist from (
      select h.*, t.*, c.source, :uri as asked_uri, coalesce(t.song_key, :songKey) as asked_key,
        coalesce(t.folded, :folded) as asked_words,
        iif(h.closes_at <= :now, h.closes_at, 0) as closed_at
      from cafes c  left join house_rules h on h.owner_id = c.owner_id
      left join tracks t on t.uri = :uri where c.owner_id = :owner)),
  open as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist
    from song_requests
    where owner_id = :owner and status in ('pending', 'approved') and unplayable_at is null),
  heard as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist from (
      select p.uri, sent_at, started_at, ended_at,
        coalesce(r.song_key, p.song_key, t.song_key) as song_key
      from plays p left join song_requests r on r.id = p.request_id
      left join tracks t on t.uri = p.uri where p.owner_id = :owner))
  select requests = 'closed' as closed,
    paused_until > :now as paused,
    requests = 'hours' and not exists (select 1 from json_each(accepts)
      where (:minute >= value ->> 0 and :minute < value ->> 1)
        or :minute + 10080 < value ->> 1) as hours,
    explicit_refused = 1 and explicit = 1 as explicit,
    exists (select 1 from json_each(blocked_folded) where instr(asked_words, value) > 0) as blocked,
    duration_ms > longest_minutes * 60000 as too_long,
    repeat_minutes is not null and (exists (select 1 from heard where sent_at > :now - repeat_minutes * 60000 - 3600000
      and started_at > :now - repeat_minutes * 60000 and started_at <= :now and key in (asked_key, asked_uri))
      or exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key in (asked_key, asked_uri))) as repeated,
    artist_minutes is not null and asked_artist <> '' and (exists (select 1 from heard where sent_at > :now - artist_minutes * 60000 - 3600000
      and started_at > :now - artist_minutes * 60000 and started_at <= :now and key_artist = asked_artist)
      or exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key_artist = asked_artist)) as artist_repeated
  from asked where owner_id is not null
;

-- requests/own_requests.ts CAFE
  select exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null) as open, substr(:uri, 1, instr(:uri, ':') - 1) = (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner) as plays,
    coalesce((select revision from rooms where owner_id = :owner), 0) as revision
;

-- requests/queue.ts queueOf
  select patience_songs as patience,
    (select json_group_array(json_object('id', id, 'entered', entered, 'durationMs', duration,
      'isAside', is_aside, 'isFirst', is_first)) from (
        select id, coalesce(song_requests.entered_at, song_requests.created_at) as entered, (select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri) as duration, is_aside,
          first_at is not null as is_first
        from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) order by is_aside, first_at is null, first_at, tip_kurus desc, created_at, id)) as queue,
    case when patience_songs is not null then (select json_group_array(coalesce(r.entered_at, r.created_at)) from plays p join song_requests r on r.id = p.request_id
    where p.owner_id = :owner and p.sent_at >= (select min(coalesce(song_requests.entered_at, song_requests.created_at)) from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0) and r.first_at is null and (p.started_at is not null or (p.ended_at is null and p.ordered_at is not null))) end as played
  from (select 1) left join house_rules on owner_id = :owner and queue_order = 'patience'
;

-- requests/queue.ts patience
  select patience_songs as patience,
    (select json_group_array(json_object('id', id, 'entered', entered, 'durationMs', duration,
      'isAside', is_aside, 'isFirst', is_first)) from (
        select id, coalesce(song_requests.entered_at, song_requests.created_at) as entered, (select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri) as duration, is_aside,
          first_at is not null as is_first
        from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) order by is_aside, first_at is null, first_at, tip_kurus desc, created_at, id)) as queue,
    case when patience_songs is not null then (select json_group_array(coalesce(r.entered_at, r.created_at)) from plays p join song_requests r on r.id = p.request_id
    where p.owner_id = :owner and p.sent_at >= (select min(coalesce(song_requests.entered_at, song_requests.created_at)) from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and is_aside = 0) and r.first_at is null and (p.started_at is not null or (p.ended_at is null and p.ordered_at is not null))) end as played
  from (select 1) left join house_rules on owner_id = :owner and queue_order = 'patience' where patience_songs is not null
;

-- requests/queue.ts queueOfCafe
  select patience_songs as patience,
    (select json_group_array(json_object('id', id, 'entered', entered, 'durationMs', duration,
      'isAside', is_aside, 'isFirst', is_first)) from (
        select id, coalesce(song_requests.entered_at, song_requests.created_at) as entered, (select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri) as duration, is_aside,
          first_at is not null as is_first
        from song_requests where owner_id = (select owner_id from cafes where id = :cafe) and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = (select owner_id from cafes where id = :cafe) and ended_at is null and ordered_at is not null) order by is_aside, first_at is null, first_at, tip_kurus desc, created_at, id)) as queue,
    case when patience_songs is not null then (select json_group_array(coalesce(r.entered_at, r.created_at)) from plays p join song_requests r on r.id = p.request_id
    where p.owner_id = (select owner_id from cafes where id = :cafe) and p.sent_at >= (select min(coalesce(song_requests.entered_at, song_requests.created_at)) from song_requests where owner_id = (select owner_id from cafes where id = :cafe) and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = (select owner_id from cafes where id = :cafe) and ended_at is null and ordered_at is not null) and is_aside = 0) and r.first_at is null and (p.started_at is not null or (p.ended_at is null and p.ordered_at is not null))) end as played
  from (select 1) left join house_rules on owner_id = (select owner_id from cafes where id = :cafe) and queue_order = 'patience'
;

-- requests/queue.ts patienceOfCafe
  select patience_songs as patience,
    (select json_group_array(json_object('id', id, 'entered', entered, 'durationMs', duration,
      'isAside', is_aside, 'isFirst', is_first)) from (
        select id, coalesce(song_requests.entered_at, song_requests.created_at) as entered, (select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri) as duration, is_aside,
          first_at is not null as is_first
        from song_requests where owner_id = (select owner_id from cafes where id = :cafe) and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = (select owner_id from cafes where id = :cafe) and ended_at is null and ordered_at is not null) order by is_aside, first_at is null, first_at, tip_kurus desc, created_at, id)) as queue,
    case when patience_songs is not null then (select json_group_array(coalesce(r.entered_at, r.created_at)) from plays p join song_requests r on r.id = p.request_id
    where p.owner_id = (select owner_id from cafes where id = :cafe) and p.sent_at >= (select min(coalesce(song_requests.entered_at, song_requests.created_at)) from song_requests where owner_id = (select owner_id from cafes where id = :cafe) and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = (select owner_id from cafes where id = :cafe) and ended_at is null and ordered_at is not null) and is_aside = 0) and r.first_at is null and (p.started_at is not null or (p.ended_at is null and p.ordered_at is not null))) end as played
  from (select 1) left join house_rules on owner_id = (select owner_id from cafes where id = :cafe) and queue_order = 'patience' where patience_songs is not null
;

-- requests/queue.ts SNAPSHOT
  select coalesce((select revision from rooms where owner_id = :owner), 0) as revision,
    null as id, null as ownerId, null as songTitle, null as artist, null as albumArt, null as uri, null as tipKurus, null as status, null as createdAt, null as firstAt, null as isOwn, null as durationMs
  where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null)
  union all
  select * from (
    select null, id, owner_id as ownerId, song_title as songTitle, artist, album_art as albumArt, uri, tip_kurus as tipKurus, status, created_at as createdAt, first_at as firstAt, is_own as isOwn, (select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri)
    from song_requests where owner_id = :owner and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null) and coalesce((select revision from rooms where owner_id = :owner), 0) is not :known
    order by is_aside, first_at is null, first_at, tip_kurus desc, created_at, id)
;

-- requests/queue.ts snapshotOfCafe
  select coalesce((select revision from rooms where owner_id = (select owner_id from cafes where id = :cafe)), 0) as revision,
    null as id, null as ownerId, null as songTitle, null as artist, null as albumArt, null as uri, null as tipKurus, null as status, null as createdAt, null as firstAt, null as isOwn, null as durationMs
  where exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = (select owner_id from cafes where id = :cafe) and accounts.verified_at is not null and accounts.erased_at is null)
  union all
  select * from (
    select null, id, owner_id as ownerId, song_title as songTitle, artist, album_art as albumArt, uri, tip_kurus as tipKurus, status, created_at as createdAt, first_at as firstAt, is_own as isOwn, (select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri)
    from song_requests where owner_id = (select owner_id from cafes where id = :cafe) and status = 'approved' and unplayable_at is null
  and id is not (select request_id from plays
    where owner_id = (select owner_id from cafes where id = :cafe) and ended_at is null and ordered_at is not null) and coalesce((select revision from rooms where owner_id = (select owner_id from cafes where id = :cafe)), 0) is not :known
    order by is_aside, first_at is null, first_at, tip_kurus desc, created_at, id)
;

-- requests/requests.ts deleteKeys
delete from idempotency_keys where created_at <= :before
;

-- requests/requests.ts KEEP
  insert into idempotency_keys (owner_id, guest_id, key, body_hash, request_id, created_at)
  select :owner, :guest, :key, :body, :request, :at
  where exists (select 1 from song_requests where id = :request)
    and not exists (select 1 from idempotency_keys where owner_id = :owner and guest_id = :guest and key = :key)
;

-- requests/requests.ts INSERT
  insert into song_requests (owner_id, id, song_title, artist, album_art, uri, tip_kurus, guest_id,
    created_at, song_key, table_label, status, decided_at, at_till)
  with asked as (
    select *, substr(asked_key, instr(asked_key, '|') + 1) as asked_artist from (
      select h.*, t.*, c.source, :uri as asked_uri, coalesce(t.song_key, :songKey) as asked_key,
        coalesce(t.folded, :folded) as asked_words,
        iif(h.closes_at <= :now, h.closes_at, 0) as closed_at, (select label from cafe_tables where owner_id = :owner and code = :table) as table_label, (approve = 'always' or (approve = 'from' and :tip >= approve_from_kurus)) as is_approved
      from cafes c  left join house_rules h on h.owner_id = c.owner_id
      left join tracks t on t.uri = :uri where c.owner_id = :owner)),
  open as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist
    from song_requests
    where owner_id = :owner and status in ('pending', 'approved') and unplayable_at is null),
  heard as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist from (
      select p.uri, sent_at, started_at, ended_at,
        coalesce(r.song_key, p.song_key, t.song_key) as song_key
      from plays p left join song_requests r on r.id = p.request_id
      left join tracks t on t.uri = p.uri where p.owner_id = :owner))
  select :owner, :id, coalesce(title, :title), coalesce(artist, :artist), coalesce(album_art, :art),
    :uri, :tip, :guest, :now, asked_key, iif(tables <> 'off', table_label, null),
    iif(is_approved, 'approved', 'pending'), iif(is_approved, :now, null), coalesce(tips = 'till', 0)
  from asked
  where exists (select 1 from accounts
      where id = :owner and verified_at is not null and erased_at is null) and substr(asked_uri, 1, instr(asked_uri, ':') - 1) = iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0)
    and not exists (select 1 from idempotency_keys
      where owner_id = :owner and guest_id = :keyGuest and key = :key)
    and (:maxPending is null or exists (
  select 1 from (
    select coalesce((select pending from rooms where owner_id = :owner), 0) as pending, (
      select count(*) from song_requests where owner_id = :owner and status = 'approved'
        and unplayable_at is null and is_own = 0) as queued)
  where (pending < :maxPending and pending + queued < :maxOpen)
    or (pending < :maxPending + :moreForEarlier and pending + queued < :maxOpen + :moreForEarlier
      and (:since < (
      select created_at from song_requests where owner_id = :owner and status in ('pending', 'approved')
      order by created_at limit 1 offset :maxPending / 2)
    and not exists (select 1 from song_requests
      where owner_id = :owner and guest_id = :guest and status in ('pending', 'approved'))))))
    and (owner_id is null or (case when requests = 'closed' then 'closed'
    when paused_until > :now then 'paused'
    when requests = 'hours' and not exists (select 1 from json_each(accepts)
      where (:minute >= value ->> 0 and :minute < value ->> 1)
        or :minute + 10080 < value ->> 1) then 'hours'
    when blocked_until > :now and exists (select 1 from guest_blocks
      where owner_id = :owner and guest_id = :guest and until > :now) then 'guest_blocked'
    when tables <> 'off' and :table is not null and table_label is null then 'table_wrong'
    when tables = 'required' and :table is null then 'table_missing'
    when explicit_refused = 1 and explicit = 1 then 'explicit'
    when exists (select 1 from json_each(blocked_folded) where instr(asked_words, value) > 0) then 'blocked'
    when duration_ms > longest_minutes * 60000 then 'too_long'
    when repeat_minutes is not null and (exists (select 1 from heard where sent_at > :now - repeat_minutes * 60000 - 3600000
      and started_at > :now - repeat_minutes * 60000 and started_at <= :now and key in (asked_key, asked_uri))
      or exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key in (asked_key, asked_uri))) then 'repeated'
    when artist_minutes is not null and asked_artist <> '' and (exists (select 1 from heard where sent_at > :now - artist_minutes * 60000 - 3600000
      and started_at > :now - artist_minutes * 60000 and started_at <= :now and key_artist = asked_artist)
      or exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key_artist = asked_artist)) then 'artist_repeated'
    when per_guest is not null and :guest is not null and per_guest <= (
      select count(*) from open where not (status = 'pending' and created_at < closed_at) and guest_id = :guest and status = 'pending') then 'guest_pending'
    when per_hour is not null and :guest is not null and per_hour <= (
      select count(*) from song_requests
      where owner_id = :owner and guest_id = :guest and created_at > :now - 3600000) then 'guest_hour' end is null and (:toFolded is not null and dedications = 1 and exists (
    select 1 from json_each(blocked_folded) where instr(:toFolded, value) > 0)) is not true))
  returning song_title as songTitle, artist, album_art as albumArt, status, decided_at as decidedAt, case when song_requests.at_till = 1 and song_requests.tip_kurus > 0 then (select till_link from house_rules
    where owner_id = song_requests.owner_id and tips = 'till') end as tillLink
;

-- requests/requests.ts DEDICATE
  insert into dedications (request_id, owner_id, name, wish, created_at)
  select :id, :owner, :to, :wish, :now from house_rules
  where owner_id = :owner and dedications = 1
    and exists (select 1 from song_requests where id = :id)
;

-- requests/requests.ts CAFE
  with asked as (
    select *, substr(asked_key, instr(asked_key, '|') + 1) as asked_artist from (
      select h.*, t.*, c.source, :uri as asked_uri, coalesce(t.song_key, :songKey) as asked_key,
        coalesce(t.folded, :folded) as asked_words,
        iif(h.closes_at <= :now, h.closes_at, 0) as closed_at, (select label from cafe_tables where owner_id = :owner and code = :table) as table_label
      from cafes c  left join house_rules h on h.owner_id = c.owner_id
      left join tracks t on t.uri = :uri where c.owner_id = :owner)),
  open as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist
    from song_requests
    where owner_id = :owner and status in ('pending', 'approved') and unplayable_at is null),
  heard as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist from (
      select p.uri, sent_at, started_at, ended_at,
        coalesce(r.song_key, p.song_key, t.song_key) as song_key
      from plays p left join song_requests r on r.id = p.request_id
      left join tracks t on t.uri = p.uri where p.owner_id = :owner))
  select substr(asked_uri, 1, instr(asked_uri, ':') - 1) = iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) as isOfSource, case when requests = 'closed' then 'closed'
    when paused_until > :now then 'paused'
    when requests = 'hours' and not exists (select 1 from json_each(accepts)
      where (:minute >= value ->> 0 and :minute < value ->> 1)
        or :minute + 10080 < value ->> 1) then 'hours'
    when blocked_until > :now and exists (select 1 from guest_blocks
      where owner_id = :owner and guest_id = :guest and until > :now) then 'guest_blocked'
    when tables <> 'off' and :table is not null and table_label is null then 'table_wrong'
    when tables = 'required' and :table is null then 'table_missing'
    when explicit_refused = 1 and explicit = 1 then 'explicit'
    when exists (select 1 from json_each(blocked_folded) where instr(asked_words, value) > 0) then 'blocked'
    when duration_ms > longest_minutes * 60000 then 'too_long'
    when repeat_minutes is not null and (exists (select 1 from heard where sent_at > :now - repeat_minutes * 60000 - 3600000
      and started_at > :now - repeat_minutes * 60000 and started_at <= :now and key in (asked_key, asked_uri))
      or exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key in (asked_key, asked_uri))) then 'repeated'
    when artist_minutes is not null and asked_artist <> '' and (exists (select 1 from heard where sent_at > :now - artist_minutes * 60000 - 3600000
      and started_at > :now - artist_minutes * 60000 and started_at <= :now and key_artist = asked_artist)
      or exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key_artist = asked_artist)) then 'artist_repeated'
    when per_guest is not null and :guest is not null and per_guest <= (
      select count(*) from open where not (status = 'pending' and created_at < closed_at) and guest_id = :guest and status = 'pending') then 'guest_pending'
    when per_hour is not null and :guest is not null and per_hour <= (
      select count(*) from song_requests
      where owner_id = :owner and guest_id = :guest and created_at > :now - 3600000) then 'guest_hour' end as reason, (:toFolded is not null and dedications = 1 and exists (
    select 1 from json_each(blocked_folded) where instr(:toFolded, value) > 0)) as isNameBlocked,
    (:maxPending is null or exists (
  select 1 from (
    select coalesce((select pending from rooms where owner_id = :owner), 0) as pending, (
      select count(*) from song_requests where owner_id = :owner and status = 'approved'
        and unplayable_at is null and is_own = 0) as queued)
  where (pending < :maxPending and pending + queued < :maxOpen)
    or (pending < :maxPending + :moreForEarlier and pending + queued < :maxOpen + :moreForEarlier
      and (:since < (
      select created_at from song_requests where owner_id = :owner and status in ('pending', 'approved')
      order by created_at limit 1 offset :maxPending / 2)
    and not exists (select 1 from song_requests
      where owner_id = :owner and guest_id = :guest and status in ('pending', 'approved')))))) as isWithinBounds
  from asked where exists (select 1 from accounts
      where id = :owner and verified_at is not null and erased_at is null)
;

-- requests/requests.ts requestOfKey
  select r.id as id, r.owner_id as ownerId, r.song_title as songTitle, r.artist as artist, r.album_art as albumArt, r.uri as uri, r.tip_kurus as tipKurus, r.status as status, r.created_at as createdAt, r.first_at as firstAt, r.is_own as isOwn, r.guest_id as guestId, r.decided_at as decidedAt,
    case when r.at_till = 1 and r.tip_kurus > 0 then (select till_link from house_rules
    where owner_id = r.owner_id and tips = 'till') end as tillLink, k.body_hash as bodyHash
  from idempotency_keys k join song_requests r on r.id = k.request_id
  where k.owner_id = :owner and k.guest_id = :guest and k.key = :key
;

-- requests/requests.ts openRequests
  select id, owner_id as ownerId, song_title as songTitle, artist, album_art as albumArt, uri, tip_kurus as tipKurus, status, created_at as createdAt, first_at as firstAt, is_own as isOwn, guest_id as guestId, unplayable_at as unplayableAt, table_label as tableLabel, at_till as atTill, is_aside as isAside, received_kurus as receivedKurus, decided_by as decidedBy,
    (select name from memberships
    where account_id = song_requests.decided_by and memberships.owner_id = song_requests.owner_id) as memberName,
    case when exists (select 1 from house_rules h where h.owner_id = :owner and h.dedications = 1)
    then (select json_object('to', name, 'wish', wish) from dedications
      where request_id = song_requests.id) end as dedication
  from song_requests
  -- The index's own condition, in the same words: else SQLite walks every request of the cafe.
  where owner_id = :owner and status in ('pending', 'approved') and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = :owner and closes_at <= :now), 0)))
    and id is not (select request_id from plays
    where owner_id = :owner and ended_at is null and ordered_at is not null)
  order by created_at, id
;

-- requests/suggestions.ts POPULAR
  select asked.uri, coalesce(t.title, asked.title) as title,
    coalesce(t.artist, asked.artist) as artist, coalesce(t.album_art, asked.art) as albumArt,
    nullif(t.duration_ms, 0) as durationMs, coalesce(t.explicit, 0) as explicit
  from (
  select uri, song_title as title, artist, album_art as art, song_key as songKey,
    count(*) as requests, max(created_at) as last
  from song_requests
  where owner_id = :owner and status in ('rejected', 'played', 'withdrawn')
    and created_at >= :since and is_own = 0 and substr(uri, 1, instr(uri, ':') - 1) = (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner)
  group by case when song_key is null then uri else song_key end
  order by requests desc, last desc, uri limit :max) as asked left join tracks t on t.uri = asked.uri
  order by requests desc, last desc, asked.uri
;

-- requests/suggestions.ts PICKS
select picks from cafes where owner_id = :owner
;

-- requests/suggestions.ts ASKABLE
  with asked as (
    select *, substr(asked_key, instr(asked_key, '|') + 1) as asked_artist from (
      select h.*, t.*, c.source, (s.value ->> 'uri') as asked_uri, coalesce(t.song_key, (s.value ->> 'songKey')) as asked_key,
        coalesce(t.folded, (s.value ->> 'folded')) as asked_words,
        iif(h.closes_at <= :now, h.closes_at, 0) as closed_at, s.key as place
      from cafes c join json_each(:songs) s left join house_rules h on h.owner_id = c.owner_id
      left join tracks t on t.uri = (s.value ->> 'uri') where c.owner_id = :owner)),
  open as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist
    from song_requests
    where owner_id = :owner and status in ('pending', 'approved') and unplayable_at is null),
  heard as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist from (
      select p.uri, sent_at, started_at, ended_at,
        coalesce(r.song_key, p.song_key, t.song_key) as song_key
      from plays p left join song_requests r on r.id = p.request_id
      left join tracks t on t.uri = p.uri where p.owner_id = :owner))
  select place from asked where substr(asked_uri, 1, instr(asked_uri, ':') - 1) = (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner) and not exists (select 1 from heard where ended_at is null and key in (asked_key, asked_uri))
    and not exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key in (asked_key, asked_uri))
    and (owner_id is null or (requests = 'closed'
    or paused_until > :now
    or requests = 'hours' and not exists (select 1 from json_each(accepts)
      where (:minute >= value ->> 0 and :minute < value ->> 1)
        or :minute + 10080 < value ->> 1)
    or explicit_refused = 1 and explicit = 1
    or exists (select 1 from json_each(blocked_folded) where instr(asked_words, value) > 0)
    or duration_ms > longest_minutes * 60000
    or repeat_minutes is not null and (exists (select 1 from heard where sent_at > :now - repeat_minutes * 60000 - 3600000
      and started_at > :now - repeat_minutes * 60000 and started_at <= :now and key in (asked_key, asked_uri))
      or exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key in (asked_key, asked_uri)))
    or artist_minutes is not null and asked_artist <> '' and (exists (select 1 from heard where sent_at > :now - artist_minutes * 60000 - 3600000
      and started_at > :now - artist_minutes * 60000 and started_at <= :now and key_artist = asked_artist)
      or exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key_artist = asked_artist))) is not true) order by place
;

-- requests/suggestions.ts suggestedAt
  with popular as (
  select uri, song_title as title, artist, album_art as art, song_key as songKey,
    count(*) as requests, max(created_at) as last
  from song_requests
  where owner_id = :owner and status in ('rejected', 'played', 'withdrawn')
    and created_at >= :since and is_own = 0 and substr(uri, 1, instr(uri, ':') - 1) = (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner)
  group by case when song_key is null then uri else song_key end
  order by requests desc, last desc, uri limit :max), song as (
    select uri, title, artist, art, songKey, requests, last from popular
    union all
    select value ->> 'uri', value ->> 'title', value ->> 'artist', value ->> 'albumArt', null,
      -key, 0
    from json_each((select picks from cafes where owner_id = :owner))
    where not exists (select 1 from popular)),
  asked as (
    select *, substr(asked_key, instr(asked_key, '|') + 1) as asked_artist from (
      select h.*, t.*, c.source, s.uri as asked_uri, coalesce(t.song_key, coalesce(s.songKey, s.uri)) as asked_key,
        coalesce(t.folded, null) as asked_words,
        iif(h.closes_at <= :now, h.closes_at, 0) as closed_at, s.title as own_title, s.artist as own_artist, art, s.requests as times, last
      from cafes c join song s left join house_rules h on h.owner_id = c.owner_id
      left join tracks t on t.uri = s.uri where c.owner_id = :owner)),
  open as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist
    from song_requests
    where owner_id = :owner and status in ('pending', 'approved') and unplayable_at is null),
  heard as not materialized (
    select *, case when song_key is null then uri else song_key end as key, substr(song_key, instr(song_key, '|') + 1) as key_artist from (
      select p.uri, sent_at, started_at, ended_at,
        coalesce(r.song_key, p.song_key, t.song_key) as song_key
      from plays p left join song_requests r on r.id = p.request_id
      left join tracks t on t.uri = p.uri where p.owner_id = :owner))
  select asked_uri as uri, coalesce(title, own_title) as title, coalesce(artist, own_artist) as artist,
    coalesce(album_art, art) as albumArt, nullif(duration_ms, 0) as durationMs,
    coalesce(explicit, 0) as explicit, folded, blocked_folded as blocked
  from asked where substr(asked_uri, 1, instr(asked_uri, ':') - 1) = (select iif(instr(:sources, '"' || source || '"'), source, :sources ->> 0) from cafes where owner_id = :owner) and not exists (select 1 from heard where ended_at is null and key in (asked_key, asked_uri))
    and not exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key in (asked_key, asked_uri))
    and (owner_id is null or (requests = 'closed'
    or paused_until > :now
    or requests = 'hours' and not exists (select 1 from json_each(accepts)
      where (:minute >= value ->> 0 and :minute < value ->> 1)
        or :minute + 10080 < value ->> 1)
    or explicit_refused = 1 and explicit = 1
    or exists (select 1 from json_each(blocked_folded) where instr(asked_words, value) > 0)
    or duration_ms > longest_minutes * 60000
    or repeat_minutes is not null and (exists (select 1 from heard where sent_at > :now - repeat_minutes * 60000 - 3600000
      and started_at > :now - repeat_minutes * 60000 and started_at <= :now and key in (asked_key, asked_uri))
      or exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key in (asked_key, asked_uri)))
    or artist_minutes is not null and asked_artist <> '' and (exists (select 1 from heard where sent_at > :now - artist_minutes * 60000 - 3600000
      and started_at > :now - artist_minutes * 60000 and started_at <= :now and key_artist = asked_artist)
      or exists (select 1 from open where not (status = 'pending' and created_at < closed_at) and key_artist = asked_artist))) is not true)
  order by times desc, last desc, asked_uri
;

-- requests/suggestions.ts SET_PICKS
update cafes set picks = :picks where owner_id = :owner and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = :owner and accounts.verified_at is not null and accounts.erased_at is null)
;

-- requests/support_tips.ts ADD
  insert into support_tips (id, request_id, guest_id, kurus, created_at)
  select :id, r.id, :guest, :tip, :now from song_requests r
  where r.id = :request and (r.status in ('pending', 'approved') and r.unplayable_at is null
    and not (expired_at is not null or (status = 'pending' and created_at < coalesce((
    select closes_at from house_rules where owner_id = r.owner_id and closes_at <= :now), 0)))
    and not exists (select 1 from plays
      where owner_id = r.owner_id and ended_at is null and state = 'sent' and request_id = r.id)) and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = r.owner_id and accounts.verified_at is not null and accounts.erased_at is null)
    and not exists (select 1 from idempotency_keys
      where owner_id = r.owner_id and guest_id = :keyGuest and key = :key)
  returning id
;

-- requests/support_tips.ts APPROVE
  update song_requests as r set status = 'approved', decided_at = s.created_at, entered_at = s.created_at
  from support_tips s, house_rules h
  where s.id = :id and r.id = s.request_id and r.status = 'pending' and h.owner_id = r.owner_id
    and (approve = 'always' or (approve = 'from' and r.tip_kurus >= approve_from_kurus)) and not (approve = 'always' or (approve = 'from' and r.tip_kurus - s.kurus >= approve_from_kurus))
;

-- requests/support_tips.ts KEEP_KEY
  insert into idempotency_keys (owner_id, guest_id, key, body_hash, request_id, created_at)
  select r.owner_id, :guest, :key, :body, r.id, :at
  from support_tips s join song_requests r on r.id = s.request_id where s.id = :id
;

-- requests/support_tips.ts READ
  select r.owner_id as ownerId, r.tip_kurus as tipKurus, (case when r.guest_id = :guest then r.tip_kurus - r.support_kurus else 0 end
  + coalesce((select sum(kurus) from support_tips where request_id = r.id and guest_id = :guest), 0)) as ownKurus,
    coalesce((select revision from rooms where owner_id = r.owner_id), 0) as revision,
    (select body_hash from idempotency_keys
      where owner_id = r.owner_id and guest_id = :keyGuest and key = :key) as bodyHash
  from song_requests r where r.id = :request and exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = r.owner_id and accounts.verified_at is not null and accounts.erased_at is null)
;

-- requests/support_tips.ts OWNER
select owner_id as ownerId from song_requests where id = :id
;
