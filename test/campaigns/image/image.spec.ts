import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../dev/processes/local.port.js';
import { eventually } from '../../support/eventually.js';
import { TEST_SETTINGS } from '../../support/settings.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { BareRoot, type Running } from './bare-root.js';
import { readDockerfile } from '../../support/dockerfile.js';

const CHECKOUT = process.cwd();
const MAX_MEGABYTES = 200;
// CPU seconds. A start takes 1.5 to 2.5 on two idle cores, and up to 3.4 beside other campaigns on slow ones. The limit
// catches a start that takes twice as long, and tolerates a busy machine.
const MAX_START_SECONDS = 5;
// The unit of times in /proc/<pid>/stat, on every Linux that Node supports.
const TICKS_PER_SECOND = 100;

describe('image built without a registry', () => {
  const plan = readDockerfile(CHECKOUT);
  const directory = temporaryDirectory();
  let root: BareRoot;
  let database: TestDatabase;
  let environment: NodeJS.ProcessEnv;
  let purser: Running;
  let url: string;
  let startSeconds: number;

  beforeAll(async () => {
    // The Dockerfile runs the same command. The compile cache stays empty, because it is only valid for the image's
    // path.
    execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: CHECKOUT });
    mkdirSync(join(CHECKOUT, 'dist', 'compiled'), { recursive: true });
    root = new BareRoot(join(directory.path, 'root'), plan, CHECKOUT);
    database = await createTestDatabase();
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    environment = { ...TEST_SETTINGS, DATABASE_URL: database.url, PORT: String(port) };
    purser = root.run(plan.entryPoint, environment);
    const ready = eventually('it is ready', async () => {
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      return answer?.ok === true ? answer : null;
    });
    const ended = purser.exited.then(({ output }) => Promise.reject(new Error(output)));
    await Promise.race([ready, ended]);
    startSeconds = processorSeconds(purser.pid());
  }, 120_000);

  afterAll(async () => {
    purser.stop();
    expect(await purser.exited).toMatchObject({ exitCode: 0 });
    await database.drop();
    directory.remove();
  });

  it('the image is small, and becomes ready with little CPU time', () => {
    expect(root.megabytes).toBeLessThan(MAX_MEGABYTES);
    expect(startSeconds).toBeLessThan(MAX_START_SECONDS);
  });

  it('the image runs without privileges, and cannot write anywhere', async () => {
    const status = readFileSync(`/proc/${purser.pid()}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
    expect(Number(/^CapEff:\s+(\w+)/m.exec(status)?.[1])).toBe(0);
    for (const place of ['/', plan.workingDirectory, join(plan.workingDirectory, 'dist')]) {
      const write = `require('node:fs').writeFileSync(${JSON.stringify(`${place}/x`)}, '')`;
      const { exitCode, output } = await root.run(['node', '-e', write], {}).exited;
      expect([exitCode, /E(ROFS|ACCES)/.test(output)]).toEqual([1, true]);
    }
  });

  it('the image lists its packages', () => {
    const sbom = join(directory.path, 'root', plan.workingDirectory, 'sbom.cdx.json');
    const { components } = JSON.parse(readFileSync(sbom, 'utf8')) as { components: { name: string }[] };
    // Packages bundled into the server and its pages.
    const names = expect.arrayContaining(['pg', 'typeorm', '@nestjs/core', 'react', 'urql']) as string[];
    expect(components.map(({ name }) => name)).toEqual(names);
  });

  it('the image serves the API and the dashboard', async () => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_SETTINGS.BOOTSTRAP_API_KEY}` },
      body: JSON.stringify({ query: '{ desk { version } }' }),
    });
    expect(await answer.json()).toEqual({ data: { desk: { version: expect.any(String) as string } } });
    const page = await fetch(`${url}/dashboard/payouts`);
    const script = /src="([^"]+\.js)"/.exec(await page.text())?.[1];
    expect((await fetch(new URL(script!, url))).status).toBe(200);
  });

  it('the image is healthy exactly while it is ready', async () => {
    expect(await root.run(plan.healthCheck, environment).exited).toMatchObject({ exitCode: 0 });
    const elsewhere = { ...environment, PORT: String(await findFreePort()) };
    expect(await root.run(plan.healthCheck, elsewhere).exited).toMatchObject({ exitCode: 1 });
  });

  it('the image contains the operator commands', async () => {
    const { exitCode, output } = await root.run(['node', 'dist/commands/audit-verify.cjs'], environment).exited;
    expect([exitCode, output]).toEqual([0, expect.stringContaining('The audit log is intact.')]);
    for (const command of ['keys-rotate', 'migrate', 'partitions']) {
      const { exited } = root.run(['node', `dist/commands/${command}.cjs`], environment);
      expect(await exited).toMatchObject({ exitCode: 0 });
    }
    // There are no webhooks to learn from yet.
    expect(await root.run(['node', 'dist/commands/webhook-learn.cjs'], environment).exited).toMatchObject({
      exitCode: 2,
    });
  });
});

/** Returns the CPU seconds a process has used so far, including V8's threads. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const [user, system] = [fields[11], fields[12]].map(Number);
  return (user! + system!) / TICKS_PER_SECOND;
}
