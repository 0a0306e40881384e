import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

export const LOOPBACK = '127.0.0.1';

/**
 * Starts a server on the loopback address, because the control API can move money. Only a container listens on another
 * address; there the published ports decide. Port 0 means any free port. The caller must add a `request` listener
 * immediately.
 */
export async function listenLocally(port: number, host = LOOPBACK): Promise<{ server: Server; baseUrl: string }> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { server, baseUrl: `http://${LOOPBACK}:${address.port}` };
}

/** Stops listening and drops every connection, including hanging and idle ones. */
export async function stopListening(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
