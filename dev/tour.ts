import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, startStack } from './start/purser-stack.js';
import { listenForStop } from './start/stop-signals.js';
import { tellPaymentStory } from './tour/payment-story.js';
import { PurserClient } from './tour/purser-client.js';
import { SandboxControl } from './tour/sandbox-control.js';

/** `npm run tour`: runs a payment from start to finish, on a temporary stack that is deleted afterwards. */
async function main(): Promise<void> {
  const stopped = new AbortController();
  const stateDirectory = await mkdtemp(join(tmpdir(), 'purser-tour-'));
  // As root, PostgreSQL runs as another user. This gives it access, so that its data is deleted with the directory.
  await chmod(stateDirectory, 0o711);
  let stack: Stack | undefined;
  listenForStop({
    onStop: () => {
      stopped.abort(new Error('Stopped.'));
    },
    onForce: () => process.exit(130),
  });
  try {
    console.log('Starting a database, the sandbox and Purser on free ports…');
    stack = await startStack({
      stateDirectory,
      ports: { console: 'none' },
      durable: false,
      signal: stopped.signal,
      onLine: ({ from, text }) => {
        console.log(`[${from}] ${text}`);
      },
    });
    await Promise.race([tour(stack), failWhenBroken(stack), failWhenStopped(stopped.signal)]);
    console.log('All as told.');
  } finally {
    await stack?.stop();
    await rm(stateDirectory, { recursive: true, force: true });
  }
}

async function tour({ purser, sandboxUrl, operatorKey }: Stack): Promise<void> {
  const { graphqlUrl, subscriptionUrl } = purser;
  await tellPaymentStory({
    client: new PurserClient({ graphqlUrl, subscriptionUrl, apiKey: operatorKey }),
    sandbox: new SandboxControl(sandboxUrl),
    say: (line) => {
      console.log(line);
    },
  });
}

async function failWhenBroken({ broken }: Stack): Promise<never> {
  throw new Error(await broken);
}

function failWhenStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => {
      reject(new Error('Stopped.'));
    };
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail);
  });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
