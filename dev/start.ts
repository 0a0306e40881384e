import { join, relative } from 'node:path';
import { type DemoCast, describeProblem, makeDemoData } from './demo/demo-data.js';
import { keepDemoAlive } from './demo/demo-life.js';
import { findProjectRoot } from './start/project-root.js';
import { readPort } from './start/port-choice.js';
import { type Stack, startStack } from './start/purser-stack.js';
import { listenForStop } from './start/stop-signals.js';
import { enableEveryMethod } from './start/terminal-methods.js';
import { renderBanner } from './start/welcome-banner.js';
import { PurserClient } from './tour/purser-client.js';
import { SandboxControl } from './tour/sandbox-control.js';

/** `npm start`: runs everything on this machine until Ctrl-C. */
async function main(): Promise<number> {
  const stopped = new AbortController();
  let stack: Stack | undefined;
  listenForStop({
    onStop: () => {
      console.log('\nStopping… (Ctrl-C again to force)');
      stopped.abort(new Error('Stopped.'));
    },
    onForce: () => {
      stack?.kill();
      // The watchdogs stop the remaining processes, including PostgreSQL.
      process.exit(130);
    },
  });

  const environment = process.env;
  const stateDirectory = join(findProjectRoot(), '.purser');
  try {
    stack = await startStack({
      stateDirectory,
      ports: {
        purser: readPort(environment, 'PORT', 3000),
        sandbox: readPort(environment, 'SANDBOX_PORT', 4010),
        console: readPort(environment, 'CONSOLE_PORT', 3080),
        checkout: readPort(environment, 'CHECKOUT_PORT', 3070),
      },
      databaseUrl: environment['DATABASE_URL'] || undefined,
      logLevel: environment['LOG_LEVEL'] || 'warn',
      environment,
      signal: stopped.signal,
      onLine: ({ from, text }) => {
        console.log(`[${from}] ${text}`);
      },
    });
    // With another provider, only the merchant knows which methods are enabled.
    const isSandboxAsked = !environment['PROVIDER_BASE_URL'];
    if (isSandboxAsked) {
      await enableEveryMethod({ ...stack.purser, apiKey: stack.secrets.BOOTSTRAP_API_KEY });
      // Never seeds demo data into a database the user brought.
      if (!environment['DATABASE_URL']) {
        const cast: DemoCast = {
          operator: new PurserClient({ ...stack.purser, apiKey: stack.operatorKey }),
          approver: new PurserClient({ ...stack.purser, apiKey: stack.secrets.APPROVER_API_KEY }),
          sandbox: new SandboxControl(stack.sandboxUrl),
        };
        const onProblem = (problem: unknown): void => {
          console.error(describeProblem(problem));
        };
        await makeDemoData(cast).catch(onProblem);
        void keepDemoAlive(cast, { signal: stopped.signal, onProblem });
      }
    }
  } catch (error) {
    await stack?.stop();
    if (stopped.signal.aborted) return 0;
    throw error;
  }
  console.log(
    renderBanner({
      dashboardUrl: stack.makeSignInLink('operator') ?? `${stack.purser.url}/dashboard`,
      approverUrl: stack.makeSignInLink('approver') ?? `${stack.purser.url}/dashboard`,
      graphqlUrl: stack.purser.graphqlUrl,
      consoleUrl: stack.makeSignInLink('console'),
      checkoutUrl: stack.checkoutUrl,
      sandboxUrl: stack.sandboxUrl,
      operatorKey: stack.operatorKey,
      approverKey: stack.secrets.APPROVER_API_KEY,
      bootstrapKey: stack.secrets.BOOTSTRAP_API_KEY,
      database: environment['DATABASE_URL']
        ? 'the one DATABASE_URL names'
        : `embedded PostgreSQL, data in ${relative(process.cwd(), join(stateDirectory, 'postgres'))}`,
    }),
  );

  const problem = await Promise.race([stack.broken, untilAborted(stopped.signal)]);
  if (problem !== undefined) console.error(`\n${problem}\nStopping everything.`);
  await stack.stop();
  return problem === undefined ? 0 : 1;
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
