import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ToyDesk } from '../spec-support/toy-desk.js';
import { KEY } from '../spec-support/toy.module.js';
import type { ToySocket } from '../spec-support/toy-socket.js';

const TICKS = 'subscription { ticks }';

// Times chosen so that tests need not wait: short where a test is about the time, and long where it is not.
const subscriptions = { initTimeoutMs: 10_000, pingIntervalMs: 60_000, revocationCheckMs: 10, closeTimeoutMs: 100 };

const times = (count: number, act: (n: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, n) => act(n));

describe('subscriptions over WebSocket', () => {
  let desk: ToyDesk;
  beforeEach(async () => {
    desk = await ToyDesk.start({ subscriptions: { ...subscriptions, maxSockets: 22 } });
  });
  afterEach(() => desk.stop());

  it('deliver events to a caller with a valid key', async () => {
    const socket = await desk.connected();
    socket.subscribe('1', TICKS);
    expect(await socket.next()).toEqual({ id: '1', type: 'next', payload: { data: { ticks: 1 } } });
  });

  it.each<[string, unknown, { headers?: Record<string, string> }]>([
    ['in lower case', { authorization: KEY }, {}],
    ['among headers', { headers: { authorization: KEY } }, {}],
    ['in the upgrade request', undefined, { headers: { authorization: KEY } }],
  ])('accept a key that is sent %s', async (_, payload, options) => {
    const socket = desk.socket(options);
    await socket.opened();
    socket.write({ type: 'connection_init', payload });
    expect((await socket.next()).type).toBe('connection_ack');
  });

  it('ignore a key in the upgrade request of a browser', async () => {
    const socket = desk.socket({ origin: 'https://dashboard.example.com', headers: { authorization: KEY } });
    await socket.opened();
    socket.write({ type: 'connection_init' });
    expect(await socket.ended).toBe(4403);
  });

  it('subscriptions over WebSocket are closed with a reason that says where to send the key if there is none', async () => {
    const socket = desk.socket();
    const reason = new Promise((resolve) => {
      socket.raw.once('close', (_code: number, text: Buffer) => {
        resolve(text.toString());
      });
    });
    await socket.opened();
    socket.write({ type: 'connection_init', payload: { apiKey: KEY } });
    expect(await reason).toBe('Send connectionParams { Authorization: "Bearer <key>" }');
  });

  it.each(['query { number }', 'mutation { createToy(input: { amount: "1" }) { id } }'])(
    'reject the document %s',
    async (document) => {
      const socket = await desk.connected();
      expect(await socket.refusal(document)).toEqual([
        { message: 'Only subscriptions run over WebSocket.', extensions: { code: 'BAD_REQUEST' } },
      ]);
    },
  );

  it('subscriptions over WebSocket are limited to ten per socket, and ending one makes room for another', async () => {
    const socket = await desk.connected();
    for (let id = 1; id <= 10; id += 1) {
      socket.subscribe(`${id}`, TICKS);
      expect((await socket.next()).type).toBe('next');
    }
    expect(await socket.refusal(TICKS)).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
    socket.write({ id: '1', type: 'complete' });
    socket.subscribe('11', TICKS);
    let answer = await socket.next();
    while (answer.id !== '11') answer = await socket.next();
    expect(answer.type).toBe('next');
  });

  it.each<[string, number, (socket: ToySocket) => unknown]>([
    ['a frame of 33 KiB', 1009, (socket) => socket.send('x'.repeat(33 * 1024))],
    ['33 KiB in fragments', 1009, (socket) => times(33, (n) => socket.send('x'.repeat(1024), { fin: n === 32 }))],
    ['a binary frame', 4400, (socket) => socket.send(Buffer.from('{"type":"ping"}'), { binary: true })],
    ['invalid UTF-8', 1007, (socket) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false })],
    ['no JSON', 4400, (socket) => socket.send('nonsense')],
    [
      'JSON of 33 levels',
      4400,
      (socket) => socket.send(`{"type":"ping","payload":{"a":${'['.repeat(31)}${']'.repeat(31)}}}`),
    ],
    ['an unknown type', 4400, (socket) => socket.write({ type: 'start' })],
    ['a message only servers send', 4400, (socket) => socket.write({ type: 'connection_ack' })],
    ['a subscription before its acknowledgement', 4401, (socket) => socket.subscribe('1', TICKS)],
    ['no key', 4403, (socket) => socket.write({ type: 'connection_init' })],
    [
      'a wrong key',
      4403,
      (socket) => socket.write({ type: 'connection_init', payload: { Authorization: 'Bearer x' } }),
    ],
    [
      'a key that is no text',
      4403,
      (socket) => socket.write({ type: 'connection_init', payload: { Authorization: [KEY] } }),
    ],
    [
      'a second initialisation',
      4429,
      async (socket) => {
        await socket.init();
        socket.write({ type: 'connection_init' });
      },
    ],
    [
      'an id that is in use',
      4409,
      async (socket) => {
        await socket.init();
        socket.subscribe('1', TICKS).subscribe('1', TICKS);
      },
    ],
    ['a hundred pings of the protocol', 1008, (socket) => times(100, () => socket.write({ type: 'ping' }))],
    [
      'a hundred pings of WebSocket itself',
      1008,
      (socket) =>
        times(100, () => {
          socket.raw.ping();
        }),
    ],
  ])('a socket that sends %s is closed with the code %d', async (_, code, misbehave) => {
    const socket = desk.socket();
    await socket.opened();
    await misbehave(socket);
    expect(await socket.ended).toBe(code);
  });

  it.each([
    ['none', [], 4406],
    // The `ws` client gives up by itself, because the server accepted none of its protocols.
    ['the legacy one', ['graphql-ws'], 1006],
  ])('reject a socket without our protocol: %s', async (_, protocol, code) => {
    expect(await desk.socket({ protocol }).ended).toBe(code);
  });

  it.each([
    ['an unknown path', { path: '/' }, 404],
    ['a path that only resembles ours', { path: '/graphql/' }, 404],
    ['an origin that is not allowed', { origin: 'https://evil.example' }, 403],
    ['an origin that is none', { origin: 'null' }, 403],
  ])('answer the upgrade request for %s with an HTTP error', async (_, options, status) => {
    expect(await desk.socket(options).ended).toBe(status);
  });

  it('accept an upgrade request from an allowed origin, whatever its query string', async () => {
    const socket = desk.socket({ origin: 'https://dashboard.example.com', path: '/graphql?x=1' });
    expect((await socket.init()).type).toBe('connection_ack');
  });

  it('answer an upgrade request for an unknown path with 404 and close the connection', async () => {
    const raw = connect(desk.port, '127.0.0.1');
    const closed = new Promise<string>((resolve) => {
      let answer = '';
      raw.on('data', (data) => (answer += data.toString()));
      raw.on('close', () => {
        resolve(answer);
      });
    });
    raw.write('GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(await closed).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  });

  it('an address can open 20 sockets, and closing one makes room for another', async () => {
    const opened = once(desk.app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const first = await desk.connected();
    const [accepted] = await opened;
    await Promise.all(Array.from({ length: 19 }, () => desk.connected()));
    expect(await desk.socket().ended).toBe(429);
    // There is no trusted proxy in front, so the header must be ignored.
    expect(await desk.socket({ headers: { 'x-forwarded-for': '203.0.113.7' } }).ended).toBe(429);
    const left = once(accepted, 'close');
    first.raw.close();
    await left;
    await desk.connected();
  });

  it.each([
    ['their source cannot go on', 'breaks', 'Toys were lost', 0],
    ['their source fails', 'fails', 'An event could not be read: resume with the last cursor', 1],
    ['their source takes too long', 'timesOut', 'An event could not be read: resume with the last cursor', 0],
    ['their source finds the database busy', 'findsBusy', 'An event could not be read: resume with the last cursor', 0],
    ['an event cannot be resolved', 'unreadable', 'An event could not be read: resume with the last cursor', 1],
  ])('the socket is closed so that the client resumes if %s', async (_, field, because, faults) => {
    const socket = await desk.connected();
    const messages: string[] = [];
    socket.raw.on('message', (data: Buffer) => messages.push(data.toString()));
    const closed = once(socket.raw, 'close') as Promise<[code: number, reason: Buffer]>;
    socket.subscribe('1', `subscription { ${field} }`);
    const [code, reason] = await closed;
    expect([code, reason.toString()]).toEqual([1013, because]);
    expect(messages).toEqual([JSON.stringify({ id: '1', type: 'next', payload: { data: { [field]: 1 } } })]);
    expect(desk.faults).toHaveLength(faults);
  });

  it('the socket is closed so that the client resumes if an event cannot be read for a minute', async () => {
    const socket = await desk.connected();
    const minutes = jest.spyOn(performance, 'now');
    // Each call returns a time that is a minute later than the previous one.
    minutes.mockImplementation(() => minutes.mock.calls.length * 60_001);
    socket.subscribe('1', 'subscription { unreadableForLong }');
    expect(await socket.ended).toBe(1013);
    minutes.mockRestore();
  });

  it('the socket is closed if the key is revoked, even if an event source hangs', async () => {
    const socket = await desk.connected();
    socket.subscribe('1', TICKS);
    await socket.next();
    desk.keys.caller = null;
    expect(await socket.ended).toBe(4401);
  });

  it('the socket is closed if the key loses a scope', async () => {
    const socket = await desk.connected();
    desk.keys.caller = { ...desk.keys.caller!, scopes: new Set() };
    expect(await socket.ended).toBe(4401);
  });

  it('continue while the key cannot be checked', async () => {
    const socket = await desk.connected();
    const asked = new Promise((resolve) => {
      jest.spyOn(desk.keys, 'recheck').mockImplementationOnce(() => {
        resolve(undefined);
        return Promise.reject(new Error('database is down'));
      });
    });
    await asked;
    socket.subscribe('1', TICKS);
    expect((await socket.next()).type).toBe('next');
  });

  it('no socket is accepted while the key cannot be checked', async () => {
    const socket = desk.socket();
    await socket.opened();
    jest.spyOn(desk.keys, 'authenticate').mockRejectedValueOnce(new Error('database is down'));
    socket.write({ type: 'connection_init', payload: { Authorization: KEY } });
    expect(await socket.ended).toBe(4500);
    expect(desk.faults).toHaveLength(1);
  });

  it('the client is told to try again later if the database with the keys is away', async () => {
    const socket = desk.socket();
    await socket.opened();
    const away = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    jest.spyOn(desk.keys, 'authenticate').mockRejectedValueOnce(away);
    socket.write({ type: 'connection_init', payload: { Authorization: KEY } });
    expect(await socket.ended).toBe(1013);
  });

  it('the socket is closed when the key expires', async () => {
    desk.keys.caller = { ...desk.keys.caller!, expiresAt: new Date(Date.now() + 50) };
    const socket = desk.socket();
    await socket.opened();
    socket.write({ type: 'connection_init', payload: { Authorization: KEY } });
    expect(await socket.ended).toBe(4401);
  });

  it('the socket stays open if the key is valid for another year', async () => {
    desk.keys.caller = { ...desk.keys.caller!, expiresAt: new Date(Date.now() + 365 * 24 * 3_600_000) };
    const socket = await desk.connected();
    socket.subscribe('1', TICKS);
    expect((await socket.next()).type).toBe('next');
  });
});

describe('the maximum number of sockets', () => {
  it.each([
    ['of a process', { SOCKETS_PER_PROCESS: '2' }, 503],
    ['of an address', { SOCKETS_PER_ADDRESS: '2' }, 429],
  ])('the maximum number of sockets is configurable for the sockets %s', async (_, env, status) => {
    const desk = await ToyDesk.start({ subscriptions, env });
    await Promise.all([desk.connected(), desk.connected()]);
    expect(await desk.socket().ended).toBe(status);
    await desk.stop();
  });
});

describe('the heartbeat', () => {
  it('cuts the connection of a client that does not answer, and keeps that of one that does', async () => {
    const desk = await ToyDesk.start({ subscriptions: { ...subscriptions, pingIntervalMs: 1_000 } });
    const [alive, dead] = [await desk.connected(), desk.socket({ autoPong: false })];
    expect(await dead.ended).toBe(1006);
    expect(alive.raw.readyState).toBe(alive.raw.OPEN);
    await desk.stop();
  });

  it('cuts the connection of a client that does not read, however fast the source sends', async () => {
    const desk = await ToyDesk.start({
      subscriptions: { ...subscriptions, pingIntervalMs: 500, maxBufferedBytes: 65_536 },
    });
    const opened = once(desk.app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const socket = await desk.connected();
    const [accepted] = await opened;
    const dropped = once(accepted, 'close');
    for (const id of ['1', '2', '3']) socket.subscribe(id, 'subscription { flood }');
    await socket.next();
    socket.raw.pause();
    await dropped;
    await desk.stop();
  });
});

describe('a socket that sends nothing', () => {
  it('is closed with 4408', async () => {
    const desk = await ToyDesk.start({ subscriptions: { ...subscriptions, initTimeoutMs: 50 } });
    expect(await desk.socket().ended).toBe(4408);
    await desk.stop();
  });
});

describe('the limit for all sockets together', () => {
  it('rejects one more with 503', async () => {
    const desk = await ToyDesk.start({ subscriptions: { ...subscriptions, maxSockets: 1 } });
    await desk.connected();
    expect(await desk.socket().ended).toBe(503);
    await desk.stop();
  });
});

describe('a shutdown', () => {
  it('closes every socket with the code for going away', async () => {
    const desk = await ToyDesk.start({ subscriptions });
    const sockets = [await desk.connected(), await desk.connected()];
    sockets[0]!.subscribe('1', TICKS);
    await sockets[0]!.next();
    await desk.app.close();
    expect(await Promise.all(sockets.map(({ ended }) => ended))).toEqual([1001, 1001]);
  });
});
