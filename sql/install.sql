-- The database as it is today, in the order in which its parts need each other.
--
-- For a look or a throw-away database: psql -v ON_ERROR_STOP=1 -1 -f sql/install.sql
-- A database that is to be kept is made by `reflection-worker migrate`, which
-- also remembers which revision it is at. Both give the same dump; a test says so.

\ir schema.sql
\ir schema_memory.sql
\ir schema_left.sql
\ir schema_notes.sql
\ir clock.sql
\ir text.sql
\ir encoded.sql
\ir terms.sql
\ir zone.sql
\ir sources/native_schema.sql
\ir sources/native.sql
\ir sources/native_erase.sql
\ir user.sql
\ir thread.sql
\ir searchable.sql
\ir sayings.sql
\ir settle.sql
\ir notes.sql
\ir change.sql
\ir invariants.sql
\ir recheck.sql
\ir fold.sql
\ir claim.sql
\ir mark.sql
\ir spend.sql
\ir observe.sql
\ir commit.sql
\ir live.sql
\ir memory.sql
\ir load.sql
\ir recall.sql
\ir notebook.sql
\ir search.sql
\ir explain.sql
\ir runs.sql
\ir operators.sql
\ir later.sql
\ir undo.sql
\ir shadow.sql
\ir apply.sql
\ir erase_facts.sql
\ir erase_notes.sql
\ir erase_thread.sql
\ir erase.sql
\ir queue.sql
\ir coverage.sql
\ir retain.sql
\ir status.sql
\ir doctor.sql
\ir roles.sql
