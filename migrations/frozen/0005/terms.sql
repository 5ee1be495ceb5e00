-- Terms: what a text is found by, whatever its language.
--
-- A word of a script with spaces counts by its first four letters, and by its
-- first six as well where it is longer: endings differ within four letters of
-- the end far more often than words do within six of their beginning, in any
-- language that inflects by endings. Scripts without spaces, and Korean with its
-- particles, count by single characters and pairs of them. docs/quality.md has
-- what else was tried. A term is kept as a number made from it and the user's
-- id: the index holds no words, and no two users share one.

create or replace function reflection.folded (p_text text)
  returns text
  language sql
  immutable
  parallel safe
as $$
  -- Composed again at the end, or Korean would fall apart into its letters.
  select normalize(regexp_replace(normalize(lower(p_text), nfkd), '[\u0300-\u036f\u064b-\u065f]', '', 'g'), nfc);
$$;
comment on function reflection.folded (text) is
  'A text without what makes no other word of it: case, width, accents.';


create or replace function reflection.search_terms (p_user_id text, p_text text)
  returns integer[]
  language sql
  immutable
  parallel safe
as $$
  select coalesce(array_agg(
           ('x' || encode(substr(sha256(convert_to(p_user_id || E'\n' || piece.word, 'UTF8')), 1, 4), 'hex'))::bit(32)::integer
         ), '{}')
    from regexp_matches(
           reflection.folded(left(p_text, reflection.shown_characters())),
           -- A run of a script without spaces, or of anything else that is neither space nor sign.
           '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]+)'
           '|([^\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u036f\u0589-\u05c7\u060c-\u061f\u066a-\u066d\u0964\u0965\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2000-\u2bff\u2e00-\u2e7f\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\ud800-\uf8ff\uf900-\ufaff\uac00-\ud7af\ufe00-\uff20]+)',
           'g') as run (found)
   cross join lateral (
     select left(run.found[2], 4) as word
      where run.found[2] is not null
      union all
     -- Its length tells it from four letters that are a whole word.
     select '=' || left(run.found[2], 6)
      where char_length(run.found[2]) > 4
      union all
     select substr(run.found[1], at.place, at.length)
       from generate_series(1, char_length(run.found[1])) as place
      cross join lateral (values (place, 1), (place, 2)) at (place, length)
      where run.found[1] is not null
        and at.place + at.length - 1 <= char_length(run.found[1])
   ) piece;
$$;
comment on function reflection.search_terms (text, text) is
  'What a text of a user is found by, one number for each time that a term stands in it. Of a very long text what a worker is shown of its beginning.';


create or replace function reflection.message_terms (p_user_id text, p_role text, p_name text, p_content text)
  returns integer[]
  language sql
  immutable
  parallel safe
as $$
  select case
    when p_role in ('user', 'assistant') then reflection.search_terms(p_user_id, p_content) || reflection.search_terms(p_user_id, p_name)
    else '{}'
  end;
$$;
comment on function reflection.message_terms (text, text, text, text) is
  'What a message is found by: what it says, and the name of who says it. What a tool or the product wrote is found through what was observed of it alone.';
