import { createServer } from 'node:http';
import { z } from 'zod';
import { openShippedChecks } from './shipped-checks.js';

/**
 * Runs the tick that polls payouts whenever a request comes, and times it inside the process. A worker runs this tick
 * every second, so a measurement from outside would include the wait for the next one.
 */
const { PORT } = z.object({ PORT: z.coerce.number() }).parse(process.env);
const checks = await openShippedChecks();

/** Runs batches until none is left, like `Tick`. */
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
