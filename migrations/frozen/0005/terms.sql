-- Terms: what a text is found by, in any language.
--
-- A word of letters gives its first four and its first six, so that its endings
-- do not matter and the whole word still counts for more; no list of a language's
-- endings serves half as many. Where words are not set apart by spaces, or begin
-- with an article (Han, kana, Hangul, Thai, Arabic, Hebrew, ...), every two
-- neighbouring characters give one. What is a letter and what its small form is
-- stands here, not in the database's locale: the same text gives the same terms
-- wherever a dump is restored.

create or replace function reflection.folded (p_text text)
  returns text
  language plpgsql
  immutable
  parallel safe
as $$
declare
  v_text text := lower(p_text collate "C");
begin
  if octet_length(v_text) = char_length(v_text) then
    return v_text;
  end if;
  v_text := lower(normalize(regexp_replace(normalize(v_text, NFKD),
    '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]+',
    '', 'g'), NFC) collate "C");
  -- By script, since a letter is sought through all that stand before it.
  if v_text ~ '[ÆÐØÞĐĦŁŊŒŦƏẞøđðłıħ]' then
    v_text := translate(v_text,
      'ÆÐØÞĐĦŁŊŒŦƏẞøđðłıħ',
      'ædoþdhlŋœŧəßoddlih');
  end if;
  if v_text ~ '[ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿς]' then
    v_text := translate(v_text,
      'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿς',
      'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽσ');
  end if;
  if v_text ~ '[ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ]' then
    v_text := translate(v_text,
      'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
      'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюя');
  end if;
  if v_text ~ '[ѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮ]' then
    v_text := translate(v_text,
      'ѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚ'
      || 'ԜԞԠԢԤԦԨԪԬԮ',
      'ѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛ'
      || 'ԝԟԡԣԥԧԩԫԭԯ');
  end if;
  if v_text ~ '[ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ]' then
    v_text := translate(v_text,
      'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
      'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
  end if;
  if v_text ~ '[ةىیکې]' then
    v_text := translate(v_text,
      'ةىیکې',
      'هييكي');
  end if;
  return replace(replace(replace(v_text, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
end
$$;
comment on function reflection.folded (text) is
  'A text without case, accents, vowel points and other forms of the same letter.';


create or replace function reflection.spaceless ()
  returns text
  language sql
  immutable
  parallel safe
as $$
  select '[\u0590-\u08ff\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]';
$$;
comment on function reflection.spaceless () is
  'Characters of scripts that are taken by twos: Arabic and Hebrew, Thai, Lao, Tibetan, Burmese, Khmer, kana, Han, Hangul.';


-- Whatever is no separator belongs to a word, so that no script is forgotten.
create or replace function reflection.search_words (p_text text)
  returns text[]
  language sql
  immutable
  parallel safe
as $$
  select array_remove(string_to_array(
    case
      when octet_length(spaced.text) = char_length(spaced.text) then spaced.text
      else regexp_replace(spaced.text, '(' || reflection.spaceless() || '+)', ' \1 ', 'g')
    end, ' '), '')
    from (
      select regexp_replace(reflection.folded(p_text),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0e4f\u0e5a\u0e5b\u0f04-\u0f14\u104a-\u104f\u10fb\u1360-\u1368\u17d4-\u17da\u1800-\u180e\u2000-\u206f\u20a0-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3030\u303d-\u303f\u30a0\u30fb\ua4fe\ua4ff\ue000-\uf8ff\ufe10-\ufe6f\uff01-\uff0f\uff61-\uff65\ufff0-\uffff\U0001f000-\U0001faff\U000e0000-\U000e0fff]+',
        ' ', 'g') as text
      -- Once a text, not once a mention.
      offset 0
    ) spaced;
$$;
comment on function reflection.search_words (text) is
  'The words of a text, folded; a run of a script without spaces is one.';


create or replace function reflection.readable_text (p_text text)
  returns text
  language sql
  immutable
  parallel safe
as $$
  select case when position(';base64,' in p_text) > 0 then reflection.without_encoded(p_text) else p_text end;
$$;
comment on function reflection.readable_text (text) is 'A text with encoded data in it as its label.';


create or replace function reflection.search_terms (p_user_id text, p_text text)
  returns integer[]
  language plpgsql
  immutable
  parallel safe
as $$
declare
  v_text text := reflection.readable_text(p_text);
  v_half integer := reflection.shown_characters() / 2;
  v_words text[];
begin
  if octet_length(v_text) > v_half * 2 and char_length(v_text) > v_half * 2 then
    v_text := left(v_text, v_half) || ' ' || right(v_text, v_half);
  end if;
  v_words := reflection.search_words(v_text);
  -- To reach a character costs all that stand before it, so a long run is read in parts.
  if octet_length(v_text) > char_length(v_text) and exists (select from unnest(v_words) run where char_length(run) > 200) then
    v_words := array(
      select substr(run.text, start, 101)
        from unnest(v_words) as run (text)
       cross join lateral generate_series(1, case when run.text ~ reflection.spaceless() then greatest(char_length(run.text) - 1, 1) else 1 end, 100) start
    );
  end if;
  return coalesce((
    -- The first four bytes, as a number; the user's id keeps users' terms apart.
    select array_agg(('x' || encode(substr(sha256(convert_to(p_user_id || E'\n' || piece.term, 'UTF8')), 1, 4), 'hex'))::bit(32)::integer)
      from (
        select cut.text, char_length(cut.text) as letters, cut.text ~ reflection.spaceless() as by_twos
          from unnest(v_words) as cut (text)
        offset 0
      ) word
     cross join lateral (
       select left(word.text, 4) as term
        where not word.by_twos
        union all
       select left(word.text, 6)
        where not word.by_twos
          and word.letters > 4
        union all
       select substr(word.text, place, 2)
         from generate_series(1, case when word.by_twos then greatest(word.letters - 1, 1) else 0 end) place
        union all
       -- One Han character is a word, and so is what stands before a particle: "개는".
       select substr(word.text, place, 1)
         from generate_series(1, case when word.by_twos and word.letters > 1 then word.letters else 0 end) place
        where substr(word.text, place, 1) ~ '[\u3400-\u4dbf\u4e00-\u9fff]'
           or place = 1
          and word.letters <= 3
     ) piece
  ), '{}');
end
$$;
comment on function reflection.search_terms (text, text) is
  'The terms of a text, one for each time that they occur in what a worker is shown of it, as numbers that mean something for this user only.';


create or replace function reflection.asked_characters ()
  returns integer
  language sql
  immutable
  parallel safe
as $$
  select 1000;
$$;
comment on function reflection.asked_characters () is 'How much of a query search reads.';
