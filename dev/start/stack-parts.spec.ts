import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../processes/local.port.js';
import { superviseProcess, type SupervisedProcess } from '../processes/supervised-process.js';
import { awaitReady } from './readiness-probe.js';
import { StackParts } from './stack-parts.js';

describe('parts of a stack', () => {
  let directory: string;
  let parts: StackParts;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'purser-parts-'));
    parts = new StackParts();
  });

  afterEach(async () => {
    await parts.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const run = (name: string, code: string): SupervisedProcess => {
    const script = join(directory, `${name}.cjs`);
    writeFileSync(script, code);
    return superviseProcess({ name, script, workingDirectory: directory, environment: process.env });
  };

  it('stop in order: Purser first and PostgreSQL last', async () => {
    const stopped: string[] = [];
    for (const kind of ['PostgreSQL', 'page', 'sandbox', 'purser'] as const) {
      parts.addServer(kind, {
        stop: () => {
          stopped.push(kind);
          return Promise.resolve();
        },
      });
    }
    await parts.stop();
    expect(stopped).toEqual(['purser', 'sandbox', 'page', 'PostgreSQL']);
  });

  it('report which of them exited by itself, with its last output', async () => {
    parts.add('sandbox', run('sandbox', 'console.error("out of money"); process.exitCode = 3;'));
    await expect(parts.broken).resolves.toBe('sandbox ended (exit code 3).\nout of money');
  });

  it('stop even if one of them cannot be stopped', async () => {
    const child = run('purser', 'setInterval(() => undefined, 1000);');
    const faulty = new StackParts();
    faulty.add('purser', child);
    faulty.addServer('page', { stop: () => Promise.reject(new Error('stuck')) });
    await expect(faulty.stop()).rejects.toThrow('Not everything could be stopped.');
    expect((await child.exited).how).toBe('SIGTERM');
  });

  it('report why one of them exited before it was ready', async () => {
    const child = run('purser', 'console.error("ENCRYPTION_KEY is missing"); process.exitCode = 1;');
    const url = `http://127.0.0.1:${await findFreePort()}/readyz`;
    await expect(awaitReady(child, { url })).rejects.toThrow(/exit code 1[^]*ENCRYPTION_KEY is missing/);
  });

  it('waits until every part answers 200', async () => {
    const port = await findFreePort();
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.writeHead(requests < 3 ? 503 : 200, { connection: 'close' }).end();
    }).listen(port, '127.0.0.1');
    const child = run('purser', 'setInterval(() => undefined, 1000);');
    parts.add('purser', child);
    await awaitReady(child, { url: `http://127.0.0.1:${port}/readyz` });
    expect(requests).toBe(3);
    server.close();
  });
});
