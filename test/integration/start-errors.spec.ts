import { RELEASE_BEFORE } from '../../dev/release/release-before.js';
import { startPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TwoRoles } from '../support/two-roles.js';

/** The address with another part, as somebody mistypes it. */
function withPart(address: string, part: Readonly<Record<string, string>>): string {
  return Object.assign(new URL(address), part).href;
}

describe('a start that the database refuses', () => {
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
    // None of these mends itself, so there is nothing to wait for.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('says that a server is read-only', async () => {
    await database.query(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`);
    await expect(startPurser({ DATABASE_URL: database.url })).rejects.toMatchObject({
      variable: 'DATABASE_URL',
      message: expect.stringContaining('read-only') as string,
    });
  });

  it('says that a table is missing', async () => {
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

describe('a start on the database of a newer release', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
    await database.query(`INSERT INTO migrations (timestamp, name) VALUES (2000000000000, 'AddWings2000000000000')`);
  });

  afterEach(async () => {
    await database.drop();
  });

  it('goes on when the newer release is the next one, and says what it does not know', async () => {
    const purser = await startPurser({ DATABASE_URL: database.url });
    await purser.close();
    const lines = purser.logLines.join('\n');
    expect(lines).toMatch(/"database_is_newer","migrations":\["AddWings2000000000000"\]/);
  });

  it('is refused when the newer release works with later ones only', async () => {
    await database.query(`COMMENT ON TABLE migrations IS 'Works with releases that have AddTails1999999999999'`);
    await expect(startPurser({ DATABASE_URL: database.url })).rejects.toMatchObject({
      variable: 'DATABASE_URL',
      message: expect.stringMatching(/AddTails1999999999999/) as string,
    });
  });
});

describe('a migrating start', () => {
  it('says what it migrates before and after each migration, and how long it took', async () => {
    const database = await createTestDatabase({ isEmpty: true });
    const purser = await startPurser({ DATABASE_URL: database.url });
    await purser.close();
    const names = await database.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    const [comment] = await database.query<{ text: string }>(`SELECT obj_description('migrations'::regclass) AS text`);
    await database.drop();
    const events = [
      ...purser.logLines.join('\n').matchAll(/"event":"(migrating|migrated)","migration":"(\w+)"(,"ms":\d+)?/g),
    ];
    expect(events.map(([, event, migration, ms]) => [event, migration, ms !== undefined])).toEqual(
      names.flatMap(({ name }) => [
        ['migrating', name, false],
        ['migrated', name, true],
      ]),
    );
    expect(comment!.text).toBe(`Works with releases that have ${RELEASE_BEFORE.lastMigration}`);
  });
});
