import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findUnprivilegedUser, isRoot } from './operating-system-user.js';
import { locatePlatformPackage, preparePostgresBinaries } from './postgres-binaries-source.js';

const execute = promisify(execFile);
jest.setTimeout(30_000);

describe('preparePostgresBinaries', () => {
  let home: string;
  let packageDirectory: string;
  let cache: string;
  let links: string[];

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'purser-binaries-'));
    chmodSync(home, 0o755);
    packageDirectory = join(home, 'package');
    cache = mkdtempSync(join(home, 'cache-'));
    chmodSync(cache, 0o755);
    cpSync(locatePlatformPackage(), packageDirectory, { recursive: true, verbatimSymlinks: true });
    const list = readFileSync(join(packageDirectory, 'native/pg-symlinks.json'), 'utf8');
    links = (JSON.parse(list) as { target: string }[]).map(({ target }) => target);
    for (const link of links) rmSync(join(packageDirectory, link), { force: true });
  });

  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const prepare = (forAnotherUser: boolean) =>
    preparePostgresBinaries({ packageDirectory, openCache: () => Promise.resolve(cache), forAnotherUser });

  it('adds the symbolic links that an install without scripts omits', async () => {
    const { postgres } = await prepare(false);
    expect(postgres).toBe(join(packageDirectory, 'native/bin/postgres'));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !existsSync(join(packageDirectory, link)))).toEqual([]);
    expect((await execute(postgres, ['--version'])).stdout).toContain('PostgreSQL');
  });

  it('makes a copy that another user can run, even if the original is private', async () => {
    chmodSync(packageDirectory, 0o700);
    const { postgres } = await prepare(true);
    expect(postgres.startsWith(cache)).toBe(true);
    expect(lstatSync(join(packageDirectory, 'native/lib')).isDirectory()).toBe(true);
    const user = isRoot() ? await findUnprivilegedUser() : {};
    const { stdout } = await execute(postgres, ['--version'], { ...user, cwd: '/' });
    expect(stdout).toContain('PostgreSQL');
  });

  it('makes only one copy for two concurrent starts, and none for later starts', async () => {
    const [left, right] = await Promise.all([prepare(true), prepare(true)]);
    expect(left).toEqual(right);
    const { ino } = statSync(left.postgres);
    expect(statSync((await prepare(true)).postgres).ino).toBe(ino);
  });
});
