import { RELEASE_BEFORE } from '../../dev/release/release-before.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TwoRoles } from '../support/two-roles.js';

/** Returns the address with one part replaced, as by a typing error. */
function withPart(address: string, part: Readonly<Record<string, string>>): string {
  return Object.assign(new URL(address), part).href;
}

describe('database errors at start', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    await database.drop();
  });

  const name = (): string => new URL(database.url).pathname.slice(1);

  it.each<readonly [string, (address: string) => string, RegExp]>([
    ['a wrong password', (url) => withPart(url, { password: 'canary-password' }), /password of \w+@127\.0\.0\.1/],
    ['a role that does not exist', (url) => withPart(url, { username: 'nobody_here' }), /nobody_here@127\.0\.0\.1/],
    ['a database that does not exist', (url) => withPart(url, { pathname: '/absent' }), /has no database "absent"/],
    [
      'a host that does not exist',
      (url) => withPart(url, { hostname: 'absent.invalid' }),
      /absent\.invalid does not resolve/,
    ],
    ['a server without TLS', (url) => `${url}?sslmode=verify-full`, /takes no TLS/],
  ])('names the variable and a remedy for %s', async (_, spoil, remedy) => {
    const startedAt = performance.now();
    const refused = await startPurser({ DATABASE_URL: spoil(database.url) }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'StartError',
      variable: 'DATABASE_URL',
      message: expect.stringMatching(remedy) as string,
    });
    expect(String(refused)).not.toContain('canary');
    // None of these errors goes away by itself, so Purser does not wait.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('refuses to start with a read-only server', async () => {
    await database.query(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`);
    await expect(startPurser({ DATABASE_URL: database.url })).rejects.toMatchObject({
      variable: 'DATABASE_URL',
      message: expect.stringContaining('read-only') as string,
    });
  });

  it('refuses to start if a table is missing', async () => {
    await database.query('DROP TABLE encryption_check');
    await expect(startPurser({ DATABASE_URL: database.url })).rejects.toMatchObject({
      variable: 'DATABASE_URL',
      message: expect.stringContaining('A table is missing') as string,
    });
  });

  it('refuses a database whose encoding is not UTF8', async () => {
    const old = `${name()}_ascii`;
    await database.query(
      `CREATE DATABASE ${old} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
    try {
      await expect(
        startPurser({ DATABASE_URL: withPart(database.url, { pathname: `/${old}` }) }),
      ).rejects.toMatchObject({
        variable: 'DATABASE_URL',
        message: expect.stringMatching(/SQL_ASCII.*UTF8/) as string,
      });
    } finally {
      await database.query(`DROP DATABASE ${old} WITH (FORCE)`);
    }
  });

  it('refuses a server that is too old, naming the required version, and writes nothing', async () => {
    const empty = await createTestDatabase({ isEmpty: true });
    try {
      // Makes this server claim to be PostgreSQL 14, because none is installed here.
      await empty.query('CREATE SCHEMA older');
      await empty.query(
        `CREATE FUNCTION older.current_setting(name text) RETURNS text LANGUAGE sql AS $$
           SELECT CASE name WHEN 'server_version_num' THEN '140012' WHEN 'server_version' THEN '14.12'
             ELSE pg_catalog.current_setting(name) END $$`,
      );
      const database = new URL(empty.url).pathname.slice(1);
      await empty.query(`ALTER DATABASE ${database} SET search_path = older, pg_catalog, public`);
      await expect(startPurser({ DATABASE_URL: empty.url })).rejects.toMatchObject({
        name: 'StartError',
        variable: 'DATABASE_URL',
        message: expect.stringMatching(/PostgreSQL 14\.12 is too old: Purser needs 15 or newer/) as string,
      });
      const tables = await empty.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`);
      expect(tables).toEqual([]);
    } finally {
      await empty.drop();
    }
  });

  it('names the migrations that the owner has not run yet', async () => {
    const roles = await TwoRoles.create();
    try {
      await expect(startPurser({ DATABASE_URL: roles.applicationUrl })).rejects.toMatchObject({
        variable: 'DATABASE_URL',
        message: expect.stringMatching(/\d+ migrations are lacking.*npm run migrate.*DATABASE_OWNER_URL/) as string,
      });
    } finally {
      await roles.drop();
    }
  });
});

describe('the database of a newer release', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
    await database.query(`INSERT INTO migrations (timestamp, name) VALUES (2000000000000, 'AddWings2000000000000')`);
  });

  afterEach(async () => {
    await database.drop();
  });

  it("starts with the next release's database, and logs the migrations it does not know", async () => {
    const purser = await startPurser({ DATABASE_URL: database.url });
    await purser.close();
    const lines = purser.logLines.join('\n');
    expect(lines).toMatch(/"database_is_newer","migrations":\["AddWings2000000000000"\]/);
  });

  it('refuses to start if the newer release supports only later releases', async () => {
    await database.query(`COMMENT ON TABLE migrations IS 'Works with releases that have AddTails1999999999999'`);
    await expect(startPurser({ DATABASE_URL: database.url })).rejects.toMatchObject({
      variable: 'DATABASE_URL',
      message: expect.stringMatching(/AddTails1999999999999/) as string,
    });
  });
});

describe('migrating at start', () => {
  let url: string;
  let purser: TestPurser;
  let names: readonly { readonly name: string }[];
  let comment: string;

  beforeAll(async () => {
    const database = await createTestDatabase({ isEmpty: true });
    ({ url } = database);
    purser = await startPurser({ DATABASE_URL: url });
    await purser.close();
    names = await database.query('SELECT name FROM migrations ORDER BY id');
    const query = `SELECT obj_description('migrations'::regclass) AS text`;
    comment = (await database.query<{ text: string }>(query))[0]!.text;
    await database.drop();
  });

  it('warns that its role is a superuser, naming the variable and the role', () => {
    const { username } = new URL(url);
    const lines = purser.logLines.filter((line) => line.includes('database_role_is_superuser'));
    expect(lines).toEqual([expect.stringContaining(`"variable":"DATABASE_URL","role":"${username}"`)]);
  });

  it('logs each migration before and after it runs, with its duration', () => {
    const events = [
      ...purser.logLines.join('\n').matchAll(/"event":"(migrating|migrated)","migration":"(\w+)"(,"ms":\d+)?/g),
    ];
    expect(events.map(([, event, migration, ms]) => [event, migration, ms !== undefined])).toEqual(
      names.flatMap(({ name }) => [
        ['migrating', name, false],
        ['migrated', name, true],
      ]),
    );
  });

  it('stores in the database which releases it supports', () => {
    expect(comment).toBe(`Works with releases that have ${RELEASE_BEFORE.lastMigration}`);
  });
});
