import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import type { ReadLane } from './port/read-lane.js';
import { answerJson, type Behaviour, type FaultServer, startFaultServer } from './testing/fault-server.fixture.js';
import { newPayout, wirePayoutObject } from './testing/payout.fixture.js';
import {
  credentials,
  newOrder,
  providerAt,
  PROVIDER_ORDER_ID,
  wireOrderObject,
} from './testing/provider-under-test.fixture.js';

Logger.overrideLogger(false);

const CIRCUIT_OPEN = { kind: 'unavailable', reason: 'circuit_open', httpStatus: null };

let server: FaultServer;
let provider: ReturnType<typeof providerAt>;

async function startWith(answers: { readonly get: Behaviour; readonly post: Behaviour }): Promise<void> {
  server = await startFaultServer((response, request, nth) => {
    (request.method === 'GET' ? answers.get : answers.post)(response, request, nth);
  });
  provider = providerAt(server.url, { timeoutMs: 150 });
}

const create: Behaviour = (response, request, nth) => {
  answerJson(201, request.url === '/v1/orders' ? wireOrderObject() : wirePayoutObject())(response, request, nth);
};

const readTimes = async (times: number, lane: ReadLane): Promise<void> => {
  for (let n = 0; n < times; n += 1) await provider.payouts.readPayout(credentials, PROVIDER_ORDER_ID, lane);
};

const read = (lane: ReadLane) => provider.orders.readOrder(credentials, PROVIDER_ORDER_ID, lane);

afterEach(async () => {
  provider.close();
  await server.close();
});

describe('a provider whose reads fail', () => {
  it.each<[number, ReadLane]>([
    [429, 'unverified'],
    [500, 'unverified'],
    [429, 'named'],
    [500, 'background'],
    [503, 'interactive'],
  ])('orders and payouts are still sent after ten reads failed (%i, %s)', async (status, lane) => {
    await startWith({ get: answerJson(status, {}), post: create });
    await readTimes(10, lane);

    expect(await provider.orders.createOrder(credentials, newOrder)).toMatchObject({ kind: 'accepted' });
    expect(await provider.payouts.createPayout(credentials, newPayout)).toMatchObject({ kind: 'accepted' });
  });

  it('an unverified id is read once, without retries', async () => {
    await startWith({ get: answerJson(503, {}), post: create });
    await readTimes(1, 'unverified');

    expect(server.requests).toHaveLength(1);
  });

  it.each<ReadLane>(['unverified', 'named'])('failed reads of %s ids do not stop reads of bound ids', async (lane) => {
    await startWith({ get: answerJson(429, {}), post: create });
    await readTimes(10, lane);

    expect(await read('interactive')).toMatchObject({ httpStatus: 429 });
    expect(await read('background')).toMatchObject({ httpStatus: 429 });
  });

  it('failed reads of bound ids stop all other reads', async () => {
    await startWith({ get: answerJson(500, {}), post: create });
    await readTimes(5, 'background');

    for (const lane of ['interactive', 'background', 'named', 'unverified'] as const) {
      expect(await read(lane)).toEqual(CIRCUIT_OPEN);
    }
  });
});

describe('a provider whose changes fail', () => {
  it('stops only reads of unverified ids', async () => {
    await startWith({ get: answerJson(200, wireOrderObject()), post: answerJson(500, {}) });
    for (let call = 0; call < 5; call += 1) await provider.orders.createOrder(credentials, newOrder);

    expect(await provider.orders.createOrder(credentials, newOrder)).toMatchObject({ reason: 'circuit_open' });
    for (const lane of ['interactive', 'background', 'named'] as const) {
      expect(await read(lane)).toMatchObject({ kind: 'found' });
    }
    expect(await read('unverified')).toEqual(CIRCUIT_OPEN);
  });
});

describe('waiting for a connection of our own pool', () => {
  it('timeouts while waiting for a connection do not open the circuit', async () => {
    const held: ServerResponse[] = [];
    const full = new EventEmitter();
    const isFull = once(full, 'full');
    await startWith({
      get: answerJson(200, wireOrderObject()),
      post: (response, request, nth) => {
        if (held.length >= 64) create(response, request, nth);
        else if (held.push(response) === 64) full.emit('full');
      },
    });
    provider.close();
    // Answers may take much longer than a request waits for a free connection.
    provider = providerAt(server.url, { timeoutMs: 20_000 });
    const holders = Array.from({ length: 64 }, () => provider.orders.createOrder(credentials, newOrder));
    await isFull;
    const waiters = await Promise.all(
      Array.from({ length: 6 }, () => provider.orders.createOrder(credentials, newOrder)),
    );
    expect(waiters).toEqual(waiters.map(() => ({ kind: 'not_sent', reason: 'window_over' })));
    for (const response of held) create(response, response.req, 0);
    await Promise.all(holders);

    expect(await provider.orders.createOrder(credentials, newOrder)).toMatchObject({ kind: 'accepted' });
  });
});
