-- One user as the source has them: the zone their days are counted in, and whether memory is on.
--
-- They run as the owner, since who reads memory need not read the source, and tell no text.

create or replace function reflection.user_zone (p_user_id text)
  returns text
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select days.zone
    from (values (p_user_id)) asked (user_id)
    left join lateral reflection.source_user(asked.user_id) u on true
   cross join lateral reflection.zone_or_default(u.timezone) days;
$$;
comment on function reflection.user_zone (text) is 'The zone a user''s days are counted in.';


create or replace function reflection.memory_is_on (p_user_id text)
  returns boolean
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select u.memory_enabled from reflection.source_user(p_user_id) u), true);
$$;
comment on function reflection.memory_is_on (text) is 'False when the user switched memory off.';
