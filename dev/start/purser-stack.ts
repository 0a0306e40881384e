import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openCheckout } from '../checkout/checkout-server.js';
import { openConsole } from '../console/console-server.js';
import { type LinkTarget, SignInLinks } from '../console/sign-in-links.js';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres-launcher.js';
import { findFreePort } from '../processes/local.port.js';
import { type ProcessLine, superviseProcess, type SupervisedProcess } from '../processes/supervised-process.js';
import { loadSecrets, type Secrets } from './generated-secrets.js';
import { keepOperatorKey } from './operator-key.js';
import { choosePort } from './port-choice.js';
import { findProjectRoot } from './project-root.js';
import { awaitReady } from './readiness-probe.js';
import { chooseSecrets, purserEnvironment, sandboxEnvironment, type StackSettings } from './stack-environment.js';
import { StackParts } from './stack-parts.js';

export interface StackOptions {
  /** Holds the secrets, the database and the sandbox's book; created if missing (0700). */
  readonly stateDirectory: string;
  /**
   * Each defaults to 0, which means any free port. The console and the sample checkout are optional. Without the
   * console the checkout starts only if its port is given. With another provider than the sandbox it never starts.
   */
  readonly ports?: {
    readonly purser?: number;
    readonly sandbox?: number;
    readonly console?: number | 'none';
    readonly checkout?: number | 'none';
  };
  readonly databaseUrl?: string | undefined;
  /** False makes the embedded database fast and unsafe, for tests. Defaults to true. */
  readonly durable?: boolean;
  /** Extra variables for Purser and the sandbox. They override the generated ones. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Defaults to `warn`. */
  readonly logLevel?: string;
  /** Number of Purser processes. Defaults to 1. */
  readonly replicas?: number;
  /** Aborts the start and stops every running part. */
  readonly signal?: AbortSignal;
  readonly onLine?: (line: ProcessLine) => void;
}

export interface Replica {
  readonly url: string;
  readonly graphqlUrl: string;
  readonly subscriptionUrl: string;
  readonly process: SupervisedProcess;
}

/** A running system: database, sandbox, Purser, console and sample checkout. */
export interface Stack {
  /** The first replica. PUBLIC_URL points to it, so it receives the webhooks. */
  readonly purser: Replica;
  readonly replicas: readonly Replica[];
  readonly sandboxUrl: string;
  /** The console opens only with a link from `makeSignInLink('console')`. */
  readonly consoleUrl: string | undefined;
  readonly checkoutUrl: string | undefined;
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  /** API key of an operator, who creates orders and payouts. */
  readonly operatorKey: string;
  /**
   * Creates a one-time link that opens the dashboard or the console signed in; undefined without the console, which
   * serves the link.
   */
  makeSignInLink(target: LinkTarget): string | undefined;
  /** Settles with a description if a part exits unexpectedly. */
  readonly broken: Promise<string>;
  addReplica(): Promise<Replica>;
  /** Stops everything in order: Purser, sandbox, pages, PostgreSQL. */
  stop(): Promise<void>;
  /** Kills Purser and the sandbox. The rest ends with this process. */
  kill(): void;
}

/**
 * Starts Purser and everything it needs on one machine. Resolves once all of it is ready.
 * @throws Error if a port is in use, a part does not come up, or `signal` is aborted. Nothing keeps running then.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const parts = new StackParts();
  try {
    return await assemble(options, parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

async function assemble(options: StackOptions, parts: StackParts): Promise<Stack> {
  const { signal, ports = {}, environment = {} } = options;
  const root = findProjectRoot();
  const stateDirectory = resolve(options.stateDirectory);
  await mkdir(stateDirectory, { recursive: true, mode: 0o700 });
  const secrets = chooseSecrets(await loadSecrets(join(stateDirectory, 'secrets.json')), environment);
  const purserPort = await choosePort('PORT', ports.purser ?? 0);
  const sandboxPort = await choosePort('SANDBOX_PORT', ports.sandbox ?? 0);
  const consolePort = ports.console === 'none' ? undefined : await choosePort('CONSOLE_PORT', ports.console ?? 0);
  const wantedCheckout = chooseCheckout(ports, environment);
  const checkoutPort = wantedCheckout === 'none' ? undefined : await choosePort('CHECKOUT_PORT', wantedCheckout);

  const databaseUrl = options.databaseUrl ?? (await startDatabase(stateDirectory, options.durable ?? true, parts));
  signal?.throwIfAborted();
  const settings: StackSettings = {
    secrets,
    databaseUrl,
    purserPort,
    sandboxPort,
    consolePort,
    logLevel: options.logLevel ?? 'warn',
    sandboxBookFile: join(stateDirectory, 'sandbox-book.jsonl'),
  };

  const run = (name: string, script: string, childEnvironment: NodeJS.ProcessEnv): SupervisedProcess => {
    if (!existsSync(join(root, script))) throw new Error(`${script} is missing: run "npm run build" first.`);
    return superviseProcess({
      name,
      script: join(root, script),
      workingDirectory: root,
      environment: childEnvironment,
      onLine: options.onLine,
    });
  };
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const sandbox = run('sandbox', 'build/sandbox/main.js', sandboxEnvironment(settings, environment));
  parts.add('sandbox', sandbox);
  await awaitReady(sandbox, { url: `${sandboxUrl}/control/book`, signal });

  const replicas: Replica[] = [];
  const startReplica = async (port: number): Promise<Replica> => {
    const name = replicas.length === 0 ? 'purser' : `purser ${replicas.length + 1}`;
    // Audit anchors go to a file beside the database. By default they go to the log, whose level would hide them here.
    const user = { AUDIT_ANCHOR_FILE: join(stateDirectory, 'audit-anchors.jsonl'), ...environment };
    const child = run(name, 'dist/main.js', purserEnvironment(settings, user, port));
    const replica: Replica = {
      url: `http://127.0.0.1:${port}`,
      graphqlUrl: `http://127.0.0.1:${port}/graphql`,
      subscriptionUrl: `ws://127.0.0.1:${port}/graphql`,
      process: child,
    };
    replicas.push(replica);
    parts.add('purser', child);
    await awaitReady(child, { url: `${replica.url}/readyz`, signal });
    return replica;
  };
  const addReplica = async (): Promise<Replica> => startReplica(await findFreePort());
  // The first replica is started before the others, because it must migrate the database before they check it.
  const purser = await startReplica(purserPort);
  for (let count = 1; count < (options.replicas ?? 1); count += 1) await addReplica();

  const { graphqlUrl, subscriptionUrl } = purser;
  const operatorKey = await keepOperatorKey(join(stateDirectory, 'operator.key'), {
    graphqlUrl,
    bootstrapKey: secrets.BOOTSTRAP_API_KEY,
    approverKey: secrets.APPROVER_API_KEY,
  });
  const address = { graphqlUrl, subscriptionUrl, apiKey: operatorKey };
  const signInLinks = new SignInLinks({
    purserUrl: purser.url,
    apiKeys: { operator: operatorKey, approver: secrets.APPROVER_API_KEY },
  });
  const page =
    consolePort === undefined ? undefined : await openConsole({ port: consolePort, ...address, signInLinks });
  if (page !== undefined) parts.addServer('page', page);
  const checkout =
    checkoutPort === undefined ? undefined : await openCheckout({ port: checkoutPort, sandboxUrl, ...address });
  if (checkout !== undefined) parts.addServer('page', checkout);
  return {
    purser,
    replicas,
    sandboxUrl,
    consoleUrl: page?.url,
    checkoutUrl: checkout?.url,
    databaseUrl,
    secrets,
    operatorKey,
    makeSignInLink: (target) => page && new URL(signInLinks.make(target), linkHost(target, page.url)).href,
    broken: parts.broken,
    addReplica,
    stop: () => parts.stop(),
    kill: () => {
      parts.kill();
    },
  };
}

/**
 * Returns the host of a sign-in link. For the dashboard it is Purser's, because the browser stores the session by host.
 */
function linkHost(target: LinkTarget, consoleUrl: string): string {
  return target === 'console' ? consoleUrl : `http://127.0.0.1:${new URL(consoleUrl).port}`;
}

function chooseCheckout(ports: NonNullable<StackOptions['ports']>, environment: NodeJS.ProcessEnv): number | 'none' {
  // The shop's page promises that no real money moves, which only the sandbox guarantees.
  if (environment['PROVIDER_BASE_URL']) return 'none';
  return ports.checkout ?? (ports.console === 'none' ? 'none' : 0);
}

async function startDatabase(stateDirectory: string, durable: boolean, parts: StackParts): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(stateDirectory, 'postgres'), durable });
  parts.addServer('PostgreSQL', postgres);
  return postgres.url;
}
