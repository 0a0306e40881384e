import { findFreePort, isPortFree } from '../processes/local.port.js';

/**
 * Returns `wanted`, or any free port if `wanted` is 0.
 * @throws Error naming the environment variable if the port is in use
 */
export async function choosePort(variable: string, wanted: number): Promise<number> {
  if (wanted === 0) return findFreePort();
  if (await isPortFree(wanted)) return wanted;
  throw new Error(
    `Port ${wanted} (${variable}) is in use. Stop the program that listens on it, or choose another port, ` +
      `for example ${variable}=${wanted + 1} npm start.`,
  );
}

/**
 * Reads a port from the environment.
 * @throws Error if the value is not a port number
 */
export function readPort(environment: NodeJS.ProcessEnv, variable: string, otherwise: number): number {
  const value = environment[variable];
  if (value === undefined || value === '') return otherwise;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`${variable} must be a port number from 0 (any free one) to 65535.`);
}
