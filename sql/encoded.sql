-- Encoded data in a text: an image pasted as "data:image/png;base64,..." is
-- megabytes that nobody reads. Engines are shown what it was and how big.

create or replace function reflection.data_label (p_prefix text, p_characters bigint)
  returns text
  language sql
  immutable
  parallel safe
as $$
  -- Four characters encode three bytes; the size is cut, not rounded, to a tenth.
  select format('[%s %s]',
           case when p_prefix ~ '^data:(image|audio|video)/' then substring(p_prefix from '^data:([a-z]+)/') else 'file' end,
           case
             when size.bytes >= 1048576 then trunc(size.bytes / 1048576, 1) || ' MB'
             when size.bytes >= 1024 then trunc(size.bytes / 1024) || ' KB'
             else trunc(size.bytes) || ' bytes'
           end)
    from (select p_characters * 0.75 as bytes) size;
$$;
comment on function reflection.data_label (text, bigint) is
  'What stands for encoded data: "[image 3.7 MB]". p_prefix is what comes before ";base64,", p_characters how long the encoded part is.';


create or replace function reflection.without_encoded (p_text text)
  returns text
  language sql
  immutable
  parallel safe
as $$
  with piece as (
    select split.place,
           split.text,
           case when lead(split.place) over places is not null
                then substring(right(split.text, 200) from 'data:[a-z]+/[A-Za-z0-9.+-]+(?:;[A-Za-z0-9=.+-]+)*$')
           end as prefix
      from string_to_table(p_text, ';base64,') with ordinality as split (text, place)
    window places as (order by split.place)
  ),
  encoded as (
    select piece.*,
           lag(piece.prefix) over (order by piece.place) as came_as,
           length(substring(piece.text from '^[A-Za-z0-9+/=_-]*'))::bigint as characters
      from piece
  )
  select string_agg(
           case
             when e.place = 1 then left(e.text, length(e.text) - coalesce(length(e.prefix), 0))
             when e.came_as is null then ';base64,' || left(e.text, length(e.text) - coalesce(length(e.prefix), 0))
             else reflection.data_label(e.came_as, e.characters)
                  || substr(e.text, e.characters::integer + 1,
                            greatest(length(e.text) - e.characters::integer - coalesce(length(e.prefix), 0), 0))
           end,
           '' order by e.place)
    from encoded e;
$$;
comment on function reflection.without_encoded (text) is
  'A text with each "data:...;base64,..." in it replaced by a label such as "[image 3.7 MB]".';
