import { transformFileSync } from '@swc/core';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const project = resolve(__dirname, '../..');

export interface StartedElsewhere {
  readonly child: ChildProcess;
  readonly url: string;
  readonly pid: number;
}

/**
 * Compiles the launcher, so that a test can run it in another process, also as another user, and kill it. Returns the
 * path of a script that takes a data directory, prints one JSON line, and runs until it gets a signal.
 */
export function compileLauncher(): string {
  const directory = mkdtempSync(join(tmpdir(), 'purser-launcher-'));
  for (const folder of ['directories', 'embedded-postgres', 'processes']) {
    mkdirSync(join(directory, folder));
    for (const name of readdirSync(join(project, 'dev', folder))) {
      if (!name.endsWith('.ts') || /\.(spec|fixture)\.ts$/.test(name)) continue;
      const { code } = transformFileSync(join(project, 'dev', folder, name), {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
      });
      writeFileSync(join(directory, folder, name.replace(/\.ts$/, '.js')), code);
    }
  }
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(project, 'node_modules'), join(directory, 'node_modules'));
  const script = join(directory, 'start.js');
  writeFileSync(
    script,
    `import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres-launcher.js';
    const { url, pid } = await startEmbeddedPostgres({ dataDirectory: process.argv[2], durable: false });
    console.log(JSON.stringify({ url, pid }));
    setInterval(() => undefined, 1000);`,
  );
  chmodSync(directory, 0o755);
  return script;
}

/** Runs the compiled launcher and waits for its server. Rejects with the child's output if it fails. */
export async function startElsewhere(script: string, dataDirectory: string): Promise<StartedElsewhere> {
  const child = spawn(process.execPath, [script, dataDirectory], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const line: unknown[] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'close')]);
  if (typeof line[0] !== 'string') throw new Error(complaint);
  return { child, ...(JSON.parse(line[0]) as { url: string; pid: number }) };
}
