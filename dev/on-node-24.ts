import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { findNode24 } from './node-24/find-node-24.js';

/** `node build/dev/on-node-24.js <command>`: runs a command and its children on the Node version of the images. */
async function main([command, ...args]: readonly string[]): Promise<void> {
  if (command === undefined) throw new Error('Which command is to run on Node 24?');
  const node = await findNode24();
  if (node === null)
    throw new Error('Node 24 is missing: its package cannot be installed, or there is none for this machine.');
  const PATH = [dirname(node), process.env['PATH']].join(delimiter);
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, PATH } });
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}

await main(process.argv.slice(2));
