/**
 * The role under which the exchange uses the embedded PostgreSQL: it owns only the database and its tables. An injected query could not
 * read files, run programs or change the server.
 */
import pg from 'pg';

export const ROLE = 'exchange';

/**
 * Makes the role and gives it the existing tables, over a connection of the superuser; changes nothing if that is done already. Tables of
 * a release that worked as the superuser change their owner.
 */
export async function prepareRole(superuser: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuser });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    const { rows: roles } = await client.query('select 1 from pg_roles where rolname = $1', [ROLE]);
    if (roles.length === 0) await client.query(`create role ${ROLE}`);
    // The password is ours, hexadecimal digits; this statement takes no parameters.
    await client.query(
      `alter role ${ROLE} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
    );
    const { rows: databases } = await client.query<{ name: string; is_ours: boolean }>(
      'select quote_ident(datname) as name, datdba = $1::text::regrole as is_ours from pg_database where datname = current_database()',
      [ROLE],
    );
    if (!databases[0]!.is_ours) await client.query(`alter database ${databases[0]!.name} owner to ${ROLE}`);
    // Sequences of their columns go with them.
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and relowner <> $1::text::regrole`,
      [ROLE],
    );
    for (const { name } of tables) await client.query(`alter table ${name} owner to ${ROLE}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
