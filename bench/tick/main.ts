import { createServer } from 'node:http';
import { z } from 'zod';
import { openShippedChecks } from './shipped-checks.js';

/**
 * Purser's tick that checks payouts, run when it is asked for and timed where it runs: a worker runs it every second,
 * and watching from outside would measure the wait for the next second as well.
 */
const { PORT } = z.object({ PORT: z.coerce.number() }).parse(process.env);
const checks = await openShippedChecks();

/** As `Tick` does it: batch after batch while there is more. */
async function runTick(): Promise<number> {
  const startedAt = performance.now();
  let more = true;
  while (more) ({ more } = await checks.pollDue());
  return performance.now() - startedAt;
}

createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(200).end('ready');
    return;
  }
  runTick().then(
    (milliseconds) => response.writeHead(200).end(JSON.stringify({ milliseconds })),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(PORT, '127.0.0.1');
