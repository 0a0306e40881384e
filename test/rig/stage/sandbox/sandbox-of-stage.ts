import { join } from 'node:path';
import type { ProcessLine } from '../../../../dev/processes/supervised-process.js';
import { RestartableProcess } from '../restartable-process.js';

/** Returns the sandbox as a separate process, which keeps its book in the stage's directory. */
export function sandboxOf({
  directory,
  secrets,
  port,
  onLine,
}: {
  readonly directory: string;
  readonly secrets: { readonly PROVIDER_API_TOKEN: string; readonly WEBHOOK_SECRET: string };
  readonly port: number;
  readonly onLine: (line: ProcessLine) => void;
}): RestartableProcess {
  return new RestartableProcess({
    name: 'sandbox',
    script: 'build/test/rig/stage/sandbox/sandbox-process.js',
    environment: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: String(port),
      SANDBOX_API_TOKENS: secrets.PROVIDER_API_TOKEN,
      SANDBOX_BOOK_FILE: join(directory, 'sandbox-book.jsonl'),
      WEBHOOK_SECRET: secrets.WEBHOOK_SECRET,
    },
    readyUrl: `http://127.0.0.1:${port}/control/counters`,
    onLine,
  });
}
