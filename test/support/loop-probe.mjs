// Loaded into a process under test: tells the longest time for which its event loop was held since it was last asked.
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';

const INTERVAL_MS = 1;

let longestMs = 0;
let lookedAt = performance.now();
let cpu = process.cpuUsage();

/** The time that passed without a look; no more of it than was computed, for a busy machine stops a process too. */
function look() {
  const now = performance.now();
  const used = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  longestMs = Math.max(longestMs, Math.min(now - lookedAt, (used.user + used.system) / 1_000));
  lookedAt = now;
}

setInterval(look, INTERVAL_MS).unref();

createServer((_request, response) => {
  look();
  response.end(JSON.stringify({ longestMs }));
  longestMs = 0;
})
  .listen(Number(process.env['LOOP_PROBE_PORT']), '127.0.0.1')
  .unref();
