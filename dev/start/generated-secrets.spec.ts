import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checksumOf, createApiKey } from './api-key-token.js';
import { loadSecrets } from './generated-secrets.js';

describe('loadSecrets', () => {
  let directory: string;
  let file: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'purser-secrets-'));
    file = join(directory, 'state', 'secrets.json');
  });

  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it('generates secrets once, readable only by the current user, and returns the same ones afterwards', async () => {
    const first = await loadSecrets(file);
    expect(await loadSecrets(file)).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, 'state')).mode & 0o777).toBe(0o700);
    expect(Buffer.from(first.ENCRYPTION_KEY, 'base64')).toHaveLength(32);
    expect(first.ORDER_WEBHOOK_PATH_SECRET).toMatch(/^[\w-]{32,}$/);
  });

  it('keeps existing secrets and adds missing ones', async () => {
    await loadSecrets(file);
    writeFileSync(file, '{"PROVIDER_API_TOKEN":"kept"}');
    const completed = await loadSecrets(file);
    expect(completed.PROVIDER_API_TOKEN).toBe('kept');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(completed);
  });

  it('refuses a damaged file instead of replacing it', async () => {
    await loadSecrets(file);
    writeFileSync(file, '{"ENCRYPTION_KEY":');
    await expect(loadSecrets(file)).rejects.toThrow(/secrets\.json does not hold secrets/);
    expect(readFileSync(file, 'utf8')).toBe('{"ENCRYPTION_KEY":');
  });
});

describe('createApiKey', () => {
  it('ends in the checksum of everything before it', () => {
    const key = createApiKey();
    expect(key).toMatch(/^pk_dev_[0-9A-Za-z]{10}_[\w-]{43}_[0-9a-f]{6}$/);
    const end = key.lastIndexOf('_');
    expect(checksumOf(key.slice(0, end))).toBe(key.slice(end + 1));
  });

  it('uses the first six of the eight CRC-32 digits', () => {
    // The published check value of CRC-32 is cbf43926.
    expect(checksumOf('123456789')).toBe('cbf439');
  });
});
