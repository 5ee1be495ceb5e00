-- Zones and days: when a thread's local day is over.
--
-- A zone text comes from the product and may be anything. Postgres takes far
-- more than it should: 'UTC+3' is read as three hours *behind* UTC, 'FOO5' as
-- a zone of that name. So only what is listed as an Area/City counts, checked
-- once a text and remembered in zones; everything else is the default zone.

create or replace function reflection.accepted_zone (p_raw text)
  returns text
  language sql
  stable
as $$
  select case
    when p_raw in ('UTC', 'GMT', 'Etc/UTC') then p_raw
    when p_raw like '_%/_%' then (
      select n.name
        from pg_catalog.pg_timezone_names n
       where lower(n.name) = lower(p_raw)
         and n.name !~ '^(Etc|posix|right|SystemV)/'
       limit 1
    )
  end;
$$;
comment on function reflection.accepted_zone (text) is
  'The proper name of a zone that may be used (Area/City, UTC, GMT, Etc/UTC), else null. Reads the whole list: ask usable_zone.';


create or replace function reflection.usable_zone (p_raw text)
  returns text
  language sql
  stable
as $$
  select case
    when p_raw is null or p_raw = '' then null
    when exists (select from reflection.zones z where z.raw = p_raw)
      then (select z.usable from reflection.zones z where z.raw = p_raw)
    else reflection.accepted_zone(p_raw)
  end;
$$;
comment on function reflection.usable_zone (text) is
  'accepted_zone, remembered: the zone''s name, or null for one that is missing or refused.';


create or replace function reflection.zone_or_default (p_raw text)
  returns text
  language sql
  stable
as $$
  select coalesce(
    reflection.usable_zone(p_raw),
    reflection.usable_zone(current_setting('reflection.default_timezone', true)),
    'UTC'
  );
$$;
comment on function reflection.zone_or_default (text) is
  'The zone a user''s days are counted in. The default is UTC; alter database ... set reflection.default_timezone = ''Asia/Seoul'' changes it.';


create or replace function reflection.remember_zones (p_raw text[])
  returns void
  language sql
as $$
  insert into reflection.zones (raw, usable)
  select met.raw, reflection.accepted_zone(met.raw)
    from (select distinct raw from unnest(p_raw) as raw) met
   where met.raw <> ''
     and not exists (select from reflection.zones z where z.raw = met.raw)
  on conflict (raw) do nothing;
$$;
comment on function reflection.remember_zones (text[]) is
  'Checks the zone texts not met before, so that nobody after pays for it.';


-- Where midnight comes twice (clocks that go back over it: Havana, the Azores)
-- Postgres's conversion takes the second. The day begins at the first.
create or replace function reflection.next_day (p_at timestamptz, p_zone text)
  returns timestamptz
  language sql
  stable
as $$
  select min(late.instant - early.by)
    from (select ((p_at at time zone p_zone)::date + 1)::timestamp as midnight) day
   cross join lateral (select day.midnight at time zone p_zone as instant) late
   cross join (values (interval '0'), (interval '30 min'), (interval '1 h'), (interval '2 h'), (interval '3 h')) early (by)
   where early.by = interval '0'
      or ((late.instant - early.by) at time zone p_zone = day.midnight and late.instant - early.by > p_at);
$$;
comment on function reflection.next_day (timestamptz, text) is
  'The first instant after p_at whose local date in the zone is later than p_at''s.';
