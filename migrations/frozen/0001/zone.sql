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
    when upper(p_raw) in ('UTC', 'GMT') then upper(p_raw)
    when lower(p_raw) = 'etc/utc' then 'Etc/UTC'
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
  'The proper name of a zone that may be used (Area/City, UTC, GMT, Etc/UTC), else null. Reads the whole list: ask zone_or_default, which remembers.';


-- No zone has so long a name, and no index takes a text of any length.
create or replace function reflection.zone_key (p_raw text)
  returns text
  language sql
  immutable
  parallel safe
as $$
  select left(p_raw, 100);
$$;
comment on function reflection.zone_key (text) is 'What zones knows a zone text by: its first 100 characters.';


create or replace function reflection.zone_or_default (p_raw text)
  returns table (zone text)
  language sql
  stable
as $$
  select coalesce(
           case when met.raw is not null then met.usable else reflection.accepted_zone(p_raw) end,
           case when fallback.raw is not null then fallback.usable
                else reflection.accepted_zone(current_setting('reflection.default_timezone', true)) end,
           'UTC'
         )
    from (values (true)) one
    left join reflection.zones met
      on met.raw = reflection.zone_key(p_raw)
    left join reflection.zones fallback
      on fallback.raw = reflection.zone_key(current_setting('reflection.default_timezone', true));
$$;
comment on function reflection.zone_or_default (text) is
  'The zone that a user''s days are counted in: the user''s own if it may be used, else the default. The default is UTC; alter database ... set reflection.default_timezone = ''Asia/Seoul'' changes it.';


create or replace function reflection.refused_default_zone ()
  returns text
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select asked.zone
    from (select nullif(current_setting('reflection.default_timezone', true), '') as zone) asked
   where asked.zone is not null
     and reflection.accepted_zone(asked.zone) is null;
$$;
comment on function reflection.refused_default_zone () is
  'The setting reflection.default_timezone if it is no zone that may be used, else null: a drain refuses to start with one.';


create or replace function reflection.remember_zones (p_raw text[])
  returns void
  language sql
as $$
  insert into reflection.zones (raw, usable)
  select met.raw, reflection.accepted_zone(met.raw)
    from (select distinct reflection.zone_key(raw) as raw from unnest(p_raw) as raw) met
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
  language plpgsql
  stable
as $$
declare
  v_midnight timestamp := ((p_at at time zone p_zone)::date + 1)::timestamp;
  v_late timestamptz := v_midnight at time zone p_zone;
  v_early interval;
begin
  foreach v_early in array array['3 hours', '2 hours', '1 hour', '30 minutes']::interval[] loop
    if (v_late - v_early) at time zone p_zone = v_midnight and v_late - v_early > p_at then
      return v_late - v_early;
    end if;
  end loop;
  return v_late;
end
$$;
comment on function reflection.next_day (timestamptz, text) is
  'The first instant after p_at whose local date in the zone is later than p_at''s.';
