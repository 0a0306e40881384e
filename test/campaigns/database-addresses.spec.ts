import { startPurser, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TwoRoles } from '../support/two-roles.js';

async function tablesOf(database: TestDatabase): Promise<unknown[]> {
  return database.query(
    `SELECT relname, relacl::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
}

describe('start with two database addresses', () => {
  let roles: TwoRoles;
  let purser: TestPurser | null = null;

  beforeEach(async () => {
    roles = await TwoRoles.create();
  });

  afterEach(async () => {
    await purser?.close();
    purser = null;
    await roles.drop();
  });

  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<TestPurser> => {
    purser = await startPurser({ DATABASE_URL: roles.applicationUrl, ...settings });
    return purser;
  };

  it("refuses to start if both addresses use the owner's role, and the owner keeps its privileges", async () => {
    const { logLines, close } = await start({ DATABASE_OWNER_URL: roles.ownerUrl });
    // Neither role is a superuser.
    expect(logLines.join('\n')).not.toContain('database_role_is_superuser');
    await close();
    purser = null;
    const before = await tablesOf(roles.database);
    await expect(start({ DATABASE_URL: roles.ownerUrl, DATABASE_OWNER_URL: roles.ownerUrl })).rejects.toThrow(
      /DATABASE_URL.*DATABASE_OWNER_URL/,
    );
    expect(await tablesOf(roles.database)).toEqual(before);
  });

  it("restores the owner's privileges that a refused start of an older release revoked", async () => {
    await (await start({ DATABASE_OWNER_URL: roles.ownerUrl })).close();
    const owner = new URL(roles.ownerUrl).username;
    await roles.database.query(`REVOKE INSERT, UPDATE ON audit_seals, payouts FROM ${owner}`);
    await start({ DATABASE_OWNER_URL: roles.ownerUrl });
    const rights = await roles.database.query(
      `SELECT has_table_privilege($1, 'audit_seals', 'INSERT') AS seals,
         has_table_privilege($1, 'payouts', 'UPDATE') AS payouts`,
      [owner],
    );
    expect(rights).toEqual([{ seals: true, payouts: true }]);
  });

  it("restores a single role's privileges on its own tables", async () => {
    await (await start({ DATABASE_URL: roles.ownerUrl })).close();
    await roles.database.query(`REVOKE INSERT ON audit_seals FROM ${new URL(roles.ownerUrl).username}`);
    await start({ DATABASE_URL: roles.ownerUrl });
    const owner = new URL(roles.ownerUrl).username;
    const rights = await roles.database.query(`SELECT has_table_privilege($1, 'audit_seals', 'INSERT') AS may`, [
      owner,
    ]);
    expect(rights).toEqual([{ may: true }]);
  });

  it("refuses to start, before any migration, if the role of DATABASE_URL is a member of the owner's role", async () => {
    const [application, owner] = [roles.applicationUrl, roles.ownerUrl].map((url) => new URL(url).username);
    await roles.database.query(`GRANT ${owner!} TO ${application!}`);
    await expect(start({ DATABASE_OWNER_URL: roles.ownerUrl })).rejects.toThrow('in spite of DATABASE_OWNER_URL');
    expect(await tablesOf(roles.database)).toEqual([]);
  });

  it.each(['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'])(
    'refuses to start if %s names another database, and creates nothing there',
    async (variable) => {
      const other = await createTestDatabase({ isEmpty: true });
      try {
        await expect(start({ [variable]: other.url })).rejects.toMatchObject({
          name: 'StartError',
          variable,
          message: expect.stringMatching(new RegExp(`^${variable} .* than DATABASE_URL`)) as string,
        });
        expect(await tablesOf(other)).toEqual([]);
      } finally {
        await other.drop();
      }
    },
  );
});
