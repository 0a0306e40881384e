import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range that the system uses for outgoing connections, which could take a free port at any moment.
const FREE_PORTS = { from: 20_000, to: 32_000 } as const;

// With half of the ports in use, all tries fail with a probability of 1 in 2^100.
const MAX_TRIES = 100;

/** Finds a free port of 127.0.0.1. Another program may still take it first. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    if (await isPortFree(port)) return port;
  }
  throw new Error('No port of 127.0.0.1 is free');
}

/** Finds this number of different free ports. The set is needed, because a search may find the same port again. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports];
}

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
