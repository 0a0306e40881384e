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
  /** Secrets, database and the sandbox's book are kept here; made when missing (0700). */
  readonly stateDirectory: string;
  /**
   * 0, which is also the default of each, takes any free port. The console and the sample checkout can be left out;
   * without the console the checkout is started only when its port is given, and never for another provider
   * than the sandbox.
   */
  readonly ports?: {
    readonly purser?: number;
    readonly sandbox?: number;
    readonly console?: number | 'none';
    readonly checkout?: number | 'none';
  };
  /** A PostgreSQL to use instead of an embedded one. */
  readonly databaseUrl?: string | undefined;
  /** False makes the embedded database fast and unsafe, for tests. True unless said otherwise. */
  readonly durable?: boolean;
  /** Further variables for Purser and the sandbox. They win over the generated ones. */
  readonly environment?: NodeJS.ProcessEnv;
  /** `warn` unless said otherwise. */
  readonly logLevel?: string;
  /** How many Purser processes share the database; 1 unless said otherwise. */
  readonly replicas?: number;
  /** Gives up and stops what was started already. */
  readonly signal?: AbortSignal;
  /** Told every line that Purser and the sandbox write. */
  readonly onLine?: (line: ProcessLine) => void;
}

/** One Purser process of a stack. */
export interface Replica {
  readonly url: string;
  readonly graphqlUrl: string;
  readonly subscriptionUrl: string;
  readonly process: SupervisedProcess;
}

/** A whole running system: database, sandbox of the provider, Purser, console, sample checkout. */
export interface Stack {
  /** The first replica, to which PUBLIC_URL and so the webhooks point. */
  readonly purser: Replica;
  /** Every replica that was started, the first one included. */
  readonly replicas: readonly Replica[];
  readonly sandboxUrl: string;
  /** Opens with a link of `makeSignInLink('console')`. */
  readonly consoleUrl: string | undefined;
  readonly checkoutUrl: string | undefined;
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  /** The API key of somebody who takes payments and creates payouts. */
  readonly operatorKey: string;
  /** Makes a link that opens the dashboard or the console once, signed in; undefined without the console, which serves it. */
  makeSignInLink(target: LinkTarget): string | undefined;
  /** Settles with a description when a part ends that nobody stopped through the stack. */
  readonly broken: Promise<string>;
  /** Starts one more Purser process and waits until it is ready. */
  addReplica(): Promise<Replica>;
  /** Stops everything in order: Purser, sandbox, the pages, PostgreSQL. */
  stop(): Promise<void>;
  /** Ends Purser and the sandbox by force; what is left ends with this process. */
  kill(): void;
}

/**
 * Starts everything that Purser needs on one machine, and Purser; resolves when all of it is ready.
 * @throws Error when a port is taken, a part does not come up, or `signal` is aborted. Nothing is left running then.
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
    // Beside the database it is about. The log, where anchors go otherwise, does not show them here.
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
  // The first alone, so that it migrates the database before the others look at it.
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

/** For the dashboard the host of Purser, or the browser would keep the session for another one. */
function linkHost(target: LinkTarget, consoleUrl: string): string {
  return target === 'console' ? consoleUrl : `http://127.0.0.1:${new URL(consoleUrl).port}`;
}

function chooseCheckout(ports: NonNullable<StackOptions['ports']>, environment: NodeJS.ProcessEnv): number | 'none' {
  // Its page promises that no money moves, which only the sandbox keeps.
  if (environment['PROVIDER_BASE_URL']) return 'none';
  return ports.checkout ?? (ports.console === 'none' ? 'none' : 0);
}

async function startDatabase(stateDirectory: string, durable: boolean, parts: StackParts): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(stateDirectory, 'postgres'), durable });
  parts.addServer('PostgreSQL', postgres);
  return postgres.url;
}
