import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './text-frame.js';

describe('text frames', () => {
  let server: WebSocketServer;
  let client: WebSocket;
  let request: IncomingMessage;

  beforeEach(async () => {
    server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const connected = once(server, 'connection') as Promise<[WebSocket, IncomingMessage]>;
    client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await once(client, 'open');
    [, request] = await connected;
  });

  afterEach(async () => {
    client.terminate();
    await promisify(server.close.bind(server))();
  });

  // RFC 6455 has three header formats, by length. Each value is the shortest or longest text for one of them.
  it.each([3, 125, 126, 0xff_ff, 0x1_00_00])('with %d bytes of text are read unchanged by a client', async (length) => {
    const read = once(client, 'message') as Promise<[Buffer, boolean]>;
    request.socket.write(textFrame([Buffer.from('{'), Buffer.alloc(length - 3, 'x'), Buffer.from('é')]));
    const [data, isBinary] = await read;
    expect([data.toString(), isBinary]).toEqual([`{${'x'.repeat(length - 3)}é`, false]);
  });
});
