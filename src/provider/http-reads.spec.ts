import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Logger } from '@nestjs/common';
import {
  answerJson,
  answerText,
  type Behaviour,
  type FaultServer,
  startFaultServer,
} from './testing/fault-server.fixture.js';
import { cutMidway, dribble, floodForEver, informEndlessly, nothing } from './testing/provider-faults.fixture.js';
import { credentials, providerAt, PROVIDER_ORDER_ID, wireOrderObject } from './testing/provider-under-test.fixture.js';

const found = answerJson(200, wireOrderObject());
const gzipped = gzipSync(Buffer.alloc(50_000_000));

Logger.overrideLogger(false);

let server: FaultServer;
let provider: ReturnType<typeof providerAt>;

async function startWith(behave: Behaviour, { timeoutMs = 2_000, basePath = '' } = {}): Promise<void> {
  server = await startFaultServer(behave);
  provider = providerAt(server.url + basePath, { timeoutMs });
}

const read = (merchant = credentials.merchant) =>
  provider.orders.readOrder({ ...credentials, merchant }, PROVIDER_ORDER_ID);

afterEach(async () => {
  provider.close();
  await server.close();
});

describe('reads', () => {
  it.each<[string, Behaviour, object]>([
    ['no answer at all', nothing, { reason: 'timed_out', httpStatus: null }],
    ['informational answers without end', informEndlessly, { reason: 'timed_out', httpStatus: null }],
    ['one byte at a time', dribble, { reason: 'timed_out', httpStatus: 200 }],
    ['a body without end', floodForEver, { reason: 'too_large', httpStatus: 200 }],
    ['a body cut midway', cutMidway, { reason: 'connection_lost', httpStatus: 201 }],
    [
      'an unasked-for compressed body',
      answerText(200, gzipped, { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
      { reason: 'malformed', detail: 'content_encoding', httpStatus: 200 },
    ],
  ])('returns unavailable after %s', async (_, behave, expected) => {
    await startWith(behave, { timeoutMs: 400 });

    await expect(read()).resolves.toEqual({ kind: 'unavailable', ...expected });
  });

  it('follows no redirect, so the token reaches no other host', async () => {
    const elsewhere = await startFaultServer(found);
    try {
      await startWith(answerText(307, '', { location: `${elsewhere.url}/` }));

      await expect(read()).resolves.toMatchObject({ kind: 'unavailable', httpStatus: 307 });
      expect(elsewhere.requests).toHaveLength(0);
    } finally {
      await elsewhere.close();
    }
  });

  it('appends its path to the path of the configured base URL', async () => {
    await startWith(found, { basePath: '/gateway' });

    await expect(read()).resolves.toMatchObject({ kind: 'found' });
    expect(server.requests).toMatchObject([{ path: `/gateway/v1/orders/${PROVIDER_ORDER_ID}` }]);
  });

  it('sends the documented headers, but no proxy or body headers', async () => {
    await startWith(found);
    await read();
    const { host } = new URL(server.url);

    expect(server.requests[0]!.headers).toEqual({
      host,
      connection: 'keep-alive',
      'x-api-token': credentials.apiToken,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'purser',
    });
  });

  it('rejects a token that no header can contain', async () => {
    await startWith(found);
    const outcome = await provider.orders.readOrder({ ...credentials, apiToken: 'a\nb' }, PROVIDER_ORDER_ID);

    expect(outcome).toEqual({ kind: 'unavailable', reason: 'request_unsendable', httpStatus: null });
    expect(server.requests).toHaveLength(0);
  });

  it('a read that gets no free socket in time is not sent, not even later', async () => {
    const held: ServerResponse[] = [];
    const full = new EventEmitter();
    const isFull = once(full, 'full');
    await startWith(
      (response) => {
        if (held.push(response) === 64) full.emit('full');
      },
      // Answers may take much longer than a request waits for a free connection.
      { timeoutMs: 20_000 },
    );
    const readers = Array.from({ length: 64 }, (_, nth) => read(`account-${nth}`));
    await isFull;
    const waiters = await Promise.all(Array.from({ length: 6 }, (_, nth) => read(`account-${64 + nth}`)));

    expect(waiters).toEqual(waiters.map(() => ({ kind: 'unavailable', reason: 'window_over', httpStatus: null })));
    expect(server.requests).toHaveLength(64);
    for (const response of held) found(response, response.req, 0);
    expect((await Promise.all(readers)).map(({ kind }) => kind)).toEqual(readers.map(() => 'found'));
  });
});
