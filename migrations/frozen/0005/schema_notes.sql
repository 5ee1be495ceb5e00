-- The tables of notes: knowledge of a user, compiled by subject.
--
-- As with observations, what each claim wrote is a fact of its own, and the note
-- that is shown is worked out from these by settle_notes alone.

create table reflection.note_writings (
  entry bigint primary key default nextval('reflection.entries'),
  user_id text not null,
  slug text not null,
  claim_id uuid not null,
  title text not null default '',
  kind text not null default '',
  summary text not null default '',
  body text not null default '',
  tags text[] not null default '{}',
  aliases text[] not null default '{}',
  links jsonb not null default '[]',
  more_links jsonb not null default '[]',
  written_at timestamptz not null,
  constraint a_writing_belongs_to_one_user unique (user_id, entry),
  constraint a_slug_is_no_blank check (slug ~ '\S' and slug !~ '\s')
);
comment on table reflection.note_writings is
  'Each time that a claim wrote a note, with what it wrote. What is empty in it leaves what was written before.';
comment on column reflection.note_writings.entry is 'Its place in the order of all that was entered, from reflection.entries.';
comment on column reflection.note_writings.slug is 'The subject: letters and digits of any script, joined by dashes.';
comment on column reflection.note_writings.links is 'What it is linked to, in place of what was: [{target, relation}].';
comment on column reflection.note_writings.more_links is 'What it is linked to besides: [{target, relation}].';
alter table reflection.note_writings
  alter column slug set statistics 0, alter column title set statistics 0, alter column summary set statistics 0,
  alter column body set statistics 0, alter column tags set statistics 0, alter column aliases set statistics 0,
  alter column links set statistics 0, alter column more_links set statistics 0;
create index note_writings_by_slug on reflection.note_writings (user_id, slug);
comment on index reflection.note_writings_by_slug is 'All that was written under one slug.';
create index note_writings_by_claim on reflection.note_writings (claim_id);
comment on index reflection.note_writings_by_claim is 'What notes one claim wrote.';

create table reflection.note_support (
  user_id text not null,
  entry bigint not null,
  observation_id bigint not null,
  primary key (entry, observation_id),
  constraint support_is_for_the_same_users_writing
    foreign key (user_id, entry) references reflection.note_writings (user_id, entry)
    on delete cascade,
  constraint a_note_rests_on_the_same_users_observation
    foreign key (user_id, observation_id) references reflection.observations (user_id, id)
    on delete cascade
);
comment on table reflection.note_support is 'Which observations a writing rests on. Without one it goes.';
create index note_support_by_observation on reflection.note_support (user_id, observation_id);
comment on index reflection.note_support_by_observation is 'Which notes rest on one observation.';

create table reflection.notes (
  user_id text not null,
  slug text not null,
  title text not null,
  kind text not null,
  summary text not null,
  body text not null,
  tags text[] not null,
  aliases text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  claim_id uuid not null,
  primary key (user_id, slug),
  constraint a_note_has_a_title check (title ~ '\S')
);
comment on table reflection.notes is
  'What is known of a user by subject, as its writings that still hold give it. Worked out by settle_notes alone.';
comment on column reflection.notes.kind is 'person, place, project, preference, decision, workflow, ... or note.';
comment on column reflection.notes.updated_at is 'When something in it last became other than it was.';
comment on column reflection.notes.claim_id is 'The claim that last made it other than it was.';
alter table reflection.notes
  alter column slug set statistics 0, alter column title set statistics 0, alter column summary set statistics 0,
  alter column body set statistics 0, alter column tags set statistics 0, alter column aliases set statistics 0;

create table reflection.note_links (
  user_id text not null,
  source text not null,
  target text not null,
  relation text not null,
  primary key (user_id, source, target, relation),
  constraint a_link_starts_at_the_same_users_note
    foreign key (user_id, source) references reflection.notes (user_id, slug)
    on delete cascade
);
comment on table reflection.note_links is 'How notes hang together. The target need not be written yet.';
comment on column reflection.note_links.target is 'The slug of a note, which may not be there yet.';
alter table reflection.note_links
  alter column source set statistics 0, alter column target set statistics 0, alter column relation set statistics 0;
