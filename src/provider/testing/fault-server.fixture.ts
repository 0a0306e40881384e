import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server as TcpServer, Socket } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request that was read completely; `nth` counts from 1. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage, nth: number) => void;

/** A provider that misbehaves as configured and records what it receives. */
export interface FaultServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Resolves when a client has closed the last open connection. */
  allConnectionsClosed(): Promise<void>;
  close(): Promise<void>;
}

export interface FaultServerOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
}

export async function startFaultServer(behave: Behaviour, { tls }: FaultServerOptions = {}): Promise<FaultServer> {
  const requests: ReceivedRequest[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      behave(response, request, requests.length);
    });
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const url = await listen(server, tls ? 'https' : 'http');
  return {
    url,
    requests,
    allConnectionsClosed: async () => {
      await Promise.all([...sockets].map((socket) => once(socket, 'close')));
    },
    close: () => closeServer(server),
  };
}

/** Starts the server on a free local port and returns its address. */
export async function listen(server: TcpServer, scheme: 'http' | 'https'): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  if (server.listening) await once(server, 'close');
}

export function answerJson(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return answerText(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}

/** Answers with the given text, by default as a web page. */
export function answerText(status: number, body: string | Buffer, headers: Record<string, string> = {}): Behaviour {
  return (response) => response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
}
