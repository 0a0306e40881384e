import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ports that systems give to connections going out: one of those takes a port that was free a moment ago.
const FREE_PORTS = { from: 20_000, to: 32_000 } as const;

// A machine with half of them taken has none free by chance once in 2 to the power of 100.
const MAX_TRIES = 100;

/** A port of 127.0.0.1 that nobody listens on at this moment. Another program may still take it first. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    if (await isPortFree(port)) return port;
  }
  throw new Error('No port of 127.0.0.1 is free');
}

/** Whether a server could listen on this port of 127.0.0.1 now. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}

function listenOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve();
      });
    });
  });
}
