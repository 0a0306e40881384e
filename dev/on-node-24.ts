import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { requireNode24 } from './node-24/find-node-24.js';

/** `node build/dev/on-node-24.js <command>`: runs a command and its children on the Node version of the images. */
async function main([command, ...args]: readonly string[]): Promise<void> {
  if (command === undefined) throw new Error('Which command is to run on Node 24?');
  const node = await requireNode24();
  const PATH = [dirname(node), process.env['PATH']].join(delimiter);
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, PATH } });
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}

await main(process.argv.slice(2));
