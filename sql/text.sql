-- What we say of a text: whether it is blank, its hash, its tokens.

-- The first characters decide for all but odd messages, and Postgres reads no
-- more of a long text than that.
create or replace function reflection.is_blank (p_text text)
  returns boolean
  language sql
  immutable
  parallel safe
as $$
  select p_text is null
      or (btrim(substr(p_text, 1, 64), E' \t\n\r\f\x0b\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff') = ''
          and btrim(p_text, E' \t\n\r\f\x0b\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff') = '');
$$;
comment on function reflection.is_blank (text) is
  'True for null and for text of nothing but white space, in any script.';


create or replace function reflection.message_hash (p_role text, p_content text)
  returns text
  language sql
  immutable
  parallel safe
as $$
  select left(encode(sha256(convert_to(p_role || E'\n' || p_content, 'UTF8')), 'hex'), 32);
$$;
comment on function reflection.message_hash (text, text) is
  'What a message said and who said it, as 32 hex digits: how an edit is told from no edit.';


create or replace function reflection.tokens (p_text text)
  returns integer
  language sql
  immutable
  parallel safe
as $$
  select ceil(octet_length(p_text) / 4.0)::integer;
$$;
comment on function reflection.tokens (text) is
  'About how many tokens a model would count: a quarter of the UTF-8 bytes, rounded up.';


create or replace function reflection.one_line (p_text text)
  returns text
  language sql
  immutable
  parallel safe
as $$
  select left(regexp_replace(p_text, '[\n\r]+', ' ', 'g'), 500);
$$;
comment on function reflection.one_line (text) is
  'An error as it is kept: one line, of 500 characters at the most.';
