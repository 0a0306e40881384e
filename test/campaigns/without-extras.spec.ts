import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { TEST_SETTINGS } from '../support/settings.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const ROOT = join(__dirname, '..', '..');

// Inside the checkout, so that the copy finds node_modules.
const COPY = join(ROOT, 'build', 'without-extras');

const SOURCES = [
  ...['src', 'migrations', 'sandbox', 'dev', 'bench', 'test', 'package.json', 'esbuild.config.mjs'],
  ...['tsconfig.json', 'tsconfig.build.json', 'tsconfig.migrations.json', 'tsconfig.specs.json', 'tsconfig.tools.json'],
];

jest.setTimeout(300_000);

describe('a build without src/extras', () => {
  let database: TestDatabase;
  let child: ChildProcess | null = null;

  beforeAll(async () => {
    database = await createTestDatabase();
    rmSync(COPY, { recursive: true, force: true });
    mkdirSync(COPY, { recursive: true });
    for (const source of SOURCES) cpSync(join(ROOT, source), join(COPY, source), { recursive: true });
    for (const extras of ['src/extras', 'test/extras']) rmSync(join(COPY, extras), { recursive: true });
    // Also compiles every remaining spec.
    execFileSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-b', 'tsconfig.specs.json'], { cwd: COPY });
    execFileSync(process.execPath, ['esbuild.config.mjs'], { cwd: COPY });
    mkdirSync(join(COPY, 'dist', 'dashboard'));
  });

  afterEach(() => {
    child?.kill('SIGKILL');
  });

  afterAll(async () => {
    await database.drop();
    rmSync(COPY, { recursive: true, force: true });
  });

  function start(settings: Readonly<Record<string, string>>) {
    const started = spawn(process.execPath, ['dist/main.js'], {
      cwd: COPY,
      env: { ...TEST_SETTINGS, DATABASE_URL: database.url, LOG_LEVEL: 'info', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    let output = '';
    started.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    return {
      output: () => output,
      exitCode: new Promise<number | null>((resolve) => started.once('close', resolve)),
    };
  }

  it('contains no extras, but the other commands', () => {
    for (const left of ['extras', 'nats-connection.cjs', 'commands/partitions.cjs']) {
      expect(existsSync(join(COPY, 'dist', left))).toBe(false);
    }
    expect(existsSync(join(COPY, 'dist', 'commands', 'migrate.cjs'))).toBe(true);
  });

  it('answers queries, and stops on a signal', async () => {
    const { output, exitCode } = start({});
    const url = await eventually('it listens', () =>
      Promise.resolve(/"event":"listening","url":"([^"]+)"/.exec(output())?.[1]),
    );
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_SETTINGS.BOOTSTRAP_API_KEY}` },
      body: JSON.stringify({ query: '{ accounts { name } }' }),
    });
    expect(await answer.json()).toEqual({ data: { accounts: [{ name: 'default' }] } });
    child?.kill('SIGTERM');
    expect(await exitCode).toBe(0);
  });

  it('refuses a setting that needs an extra, and names the setting', async () => {
    const { output, exitCode } = start({ WAKE_UP: 'nats', NATS_URL: 'nats://localhost' });
    expect(await exitCode).toBe(1);
    expect(output()).toMatch(/"event":"boot_failed","variable":"WAKE_UP","hint":"[^"]*src\/extras\/nats/);
  });
});
