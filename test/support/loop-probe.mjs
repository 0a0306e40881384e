// Loaded into a process under test. Reports the longest time for which its event loop was blocked since the last
// report.
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';

const INTERVAL_MS = 1;

let longestMs = 0;
let lookedAt = performance.now();
let cpu = process.cpuUsage();

/**
 * Measures the time since the last tick, but at most the processor time used, because a busy machine also stops a
 * process.
 */
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
