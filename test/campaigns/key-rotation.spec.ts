import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadConfig } from '../../src/platform/config/config.js';
import { checkEncryptionKey } from '../../src/platform/database/encryption/encryption-check.js';
import { FieldCipher } from '../../src/platform/database/encryption/field-cipher.js';
import { SEALED_COLUMNS } from '../../src/platform/database/encryption/reseal.js';
import { TEST_SETTINGS } from '../support/settings.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const OLD = TEST_SETTINGS.ENCRYPTION_KEY;
const NEW = randomBytes(32).toString('base64');
const ROTATED = { ENCRYPTION_KEY: NEW, ENCRYPTION_KEYS_READABLE: OLD, HASH_KEY: OLD };

// More accounts than fit into one batch.
const ACCOUNTS = 450;

describe('rotation of ENCRYPTION_KEY', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const settings = (overrides: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    ...TEST_SETTINGS,
    DATABASE_URL: database.url,
    ...overrides,
  });

  const cipherWith = (overrides: Readonly<Record<string, string>>): FieldCipher =>
    new FieldCipher(loadConfig(settings(overrides)));

  const rotate = (overrides: Readonly<Record<string, string>>): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, [join(process.cwd(), 'dist/commands/keys-rotate.cjs')], {
      env: { ...settings(overrides), PATH: process.env['PATH'] },
    });

  it('the rotation covers every sealed column', async () => {
    const columns = await database.query<{ place: string }>(
      `SELECT table_name || '.' || column_name AS place FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE 'sealed%' ORDER BY 1`,
    );
    expect(columns.map(({ place }) => place)).toEqual(
      SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
    );
  });

  it('the rotation seals all values again, reports unreadable ones, and a second run does nothing', async () => {
    await checkEncryptionKey(loadConfig(settings()));
    const old = cipherWith({});
    const ids = Array.from({ length: ACCOUNTS }, () => randomUUID());
    const place = (rowId: string) => ({ table: 'accounts', column: 'sealed_api_token', rowId });
    await database.query(
      `INSERT INTO accounts (id, name, sealed_api_token) SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[])`,
      [ids, ids, ids.map((id) => old.seal(`token of ${id}`, place(id)))],
    );
    const lost = randomUUID();
    const stranger = cipherWith({ ENCRYPTION_KEY: randomBytes(32).toString('base64') });
    await database.query('INSERT INTO accounts (id, name, sealed_api_token) VALUES ($1, $2, $3)', [
      lost,
      lost,
      stranger.seal('lost', place(lost)),
    ]);

    await expect(rotate(ROTATED)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`accounts.sealed_api_token of ${lost} opens with no key at hand`) as string,
    });
    const renewed = cipherWith({ ENCRYPTION_KEY: NEW, HASH_KEY: OLD });
    const rows = await database.query<{ id: string; sealed: Buffer }>(
      'SELECT id, sealed_api_token AS sealed FROM accounts WHERE id = ANY ($1)',
      [ids],
    );
    expect(rows.map(({ id, sealed }) => renewed.unseal(sealed, place(id)).toString()).sort()).toEqual(
      ids.map((id) => `token of ${id}`).sort(),
    );

    await database.query('DELETE FROM accounts WHERE id = $1', [lost]);
    const { stdout } = await rotate(ROTATED);
    expect(stdout).toContain('accounts.sealed_api_token: 0 resealed, 0 not readable');
    // From now on the old key is only needed for hashes.
    await expect(
      checkEncryptionKey(loadConfig(settings({ ENCRYPTION_KEY: NEW, HASH_KEY: OLD }))),
    ).resolves.toBeUndefined();
    await expect(checkEncryptionKey(loadConfig(settings({ ENCRYPTION_KEY: NEW })))).rejects.toThrow('HASH_KEY');
    await expect(checkEncryptionKey(loadConfig(settings()))).rejects.toThrow(
      'encryption_check.sealed_text opens neither',
    );
  });
});
