import { once } from 'node:events';
import { connect } from 'node:net';
import { pollUntil } from './bounded-poll.js';
import { type SupervisedProcess, type SupervisedProgramOptions, superviseProgram } from './supervised-process.js';

// A small server listens within milliseconds; on a busy machine it takes several times as long.
const LISTENS_WITHIN_MS = 10_000;

/**
 * Runs a program and resolves once it accepts connections on its port of 127.0.0.1.
 * @throws Error with its last output if it exits instead, or does not listen
 */
export async function startListening({
  port,
  ...options
}: SupervisedProgramOptions & { readonly port: number }): Promise<SupervisedProcess> {
  const started = superviseProgram(options);
  const ended = started.exited.then(({ how, lastWords }) => {
    throw new Error(`${options.name} did not start (${how}).\n${lastWords}`);
  });
  const listens = await Promise.race([ended, pollUntil(() => accepts(port), { withinMs: LISTENS_WITHIN_MS })]);
  ended.catch(() => undefined);
  if (listens) return started;
  await started.stop();
  throw new Error(`${options.name} does not listen.`);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
