import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { FrontDoor } from './front-door.js';

const HTTP = { allowedOrigins: [], trustedProxies: [] } as unknown as ConstructorParameters<typeof FrontDoor>[0];

describe('the front door', () => {
  const answered: (string | null)[] = [];
  let server: Server;

  beforeAll(async () => {
    const door = new FrontDoor(HTTP, (_request, response) => {
      response.end('Express');
    });
    door.serveDirectly({
      method: 'POST',
      path: /^\/things(?:\/([^/]+))?\/?$/i,
      handle: (_request, response, parameter) => {
        answered.push(parameter);
        response.end('direct');
        return Promise.resolve();
      },
    });
    door.serveDirectly({
      method: null,
      path: /^\/fault$/,
      handle: () => Promise.reject(new Error('fault')),
    });
    door.serveDirectly({
      method: null,
      path: /^\/fault-while-sending$/,
      handle: (_request, response) => {
        response.write('part of it');
        return Promise.reject(new Error('fault'));
      },
    });
    server = createServer(door.receive);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  afterEach(() => jest.restoreAllMocks());

  const send = (method: string, path: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ host: '127.0.0.1', port, method, path, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text });
        });
        response.on('error', reject);
      })
        .on('error', reject)
        .end();
    });

  it.each([
    ['/things', null],
    ['/things/', null],
    ['/things/a', 'a'],
    ['/Things/A/?b=c', 'A'],
    ['/things/a%20b', 'a b'],
    ['/things/%E0%A4%A', '%E0%A4%A'],
  ])('handles %s in a direct route with the parameter %j', async (path, parameter) => {
    expect(await send('POST', path)).toEqual({ status: 200, text: 'direct' });
    expect(answered.at(-1)).toBe(parameter);
  });

  it.each([
    ['GET', '/things'],
    ['POST', '/things/a/b'],
    ['POST', '/thing'],
    ['POST', '//things'],
  ])('passes %s %s on to Express', async (method, path) => {
    expect(await send(method, path)).toEqual({ status: 200, text: 'Express' });
  });

  it('logs an error that a route throws and answers with 500', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    expect(await send('GET', '/fault')).toEqual({ status: 500, text: '' });
    expect(error).toHaveBeenCalledWith({ event: 'request_failed', err: new Error('fault') });
  });

  it('closes the connection if a route throws while sending its response', async () => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    await expect(send('GET', '/fault-while-sending')).rejects.toThrow('aborted');
  });
});
