import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** This machine alone. */
export const LOOPBACK = '127.0.0.1';

/**
 * A server that listens on this machine only: the sandbox takes orders from anyone who can reach its control API.
 * Elsewhere it listens in a container alone, whose ports are as open as they are made. Port 0 means any free one. Requests are served once a `request` listener is added, which has to be done at once.
 */
export async function listenLocally(port: number, host = LOOPBACK): Promise<{ server: Server; baseUrl: string }> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { server, baseUrl: `http://${LOOPBACK}:${address.port}` };
}

/** Stops listening and drops every connection, hanging and idle ones too. */
export async function stopListening(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
