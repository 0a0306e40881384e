import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pollUntil } from '../processes/bounded-poll.js';
import {
  superviseProcess,
  type SupervisedProcess,
  type SupervisedProcessOptions,
} from '../processes/supervised-process.js';
import { findProjectRoot } from './project-root.js';

export interface ReadinessOptions {
  /** Answers 200 once the process is ready. */
  readonly url: string;
  readonly withinMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits until a process is ready.
 * @throws Error with the last lines of the process if it exits before that, or takes too long
 */
export async function awaitReady(child: SupervisedProcess, options: ReadinessOptions): Promise<void> {
  const withinMs = options.withinMs ?? 60_000;
  const given = new AbortController();
  const signal = options.signal === undefined ? given.signal : AbortSignal.any([options.signal, given.signal]);
  const ended = child.exited.then(({ how, lastWords }) => {
    throw new Error(`${child.name} ended before it was ready (${how}).\n${lastWords}`);
  });
  try {
    const ready = await Promise.race([
      ended,
      pollUntil(() => answersOk(options.url, signal), { withinMs, everyMs: 50, signal }),
    ]);
    if (!ready) throw new Error(`${child.name} was not ready within ${withinMs / 1000} seconds (${options.url}).`);
  } finally {
    given.abort();
  }
}

/**
 * Runs a script of the checkout with Node and resolves when it is ready.
 * @throws Error if the script is missing or does not become ready; nothing keeps running then
 */
export async function startReady({
  script,
  readyUrl,
  ...options
}: Omit<SupervisedProcessOptions, 'workingDirectory'> & { readonly readyUrl: string }): Promise<SupervisedProcess> {
  const root = findProjectRoot();
  const file = resolve(root, script);
  if (!existsSync(file)) throw new Error(`${script} is missing: run "npm run build" first.`);
  const child = superviseProcess({ ...options, script: file, workingDirectory: root });
  try {
    await awaitReady(child, { url: readyUrl });
    return child;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function answersOk(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
    // Reads the body to its end, which frees the connection.
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
