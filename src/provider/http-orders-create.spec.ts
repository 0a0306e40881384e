import { defaultProviderProfile } from './profile/provider-profile-defaults.js';
import { gzipSync } from 'node:zlib';
import { Logger } from '@nestjs/common';
import {
  answerJson,
  answerText,
  type Behaviour,
  type FaultServer,
  startFaultServer,
} from './testing/fault-server.fixture.js';
import {
  cutMidway,
  dribble,
  dropped,
  floodForEver,
  informEndlessly,
  nothing,
} from './testing/provider-faults.fixture.js';
import {
  credentials,
  newOrder,
  providerAt,
  PROVIDER_ORDER_ID,
  wireOrderObject,
} from './testing/provider-under-test.fixture.js';

/** What the provider refuses with each of these statuses. */
const REFUSED_PARTS: ReadonlyMap<number, string> = new Map([
  ...[401, 403, 404, 405].map((status) => [status, 'credentials'] as const),
  ...[402, 422].map((status) => [status, 'content'] as const),
]);

const json = { 'content-type': 'application/json' };
const error = { message: 'no such terminal' };

let server: FaultServer;
let close: () => void = () => undefined;
const logged: unknown[] = [];
const remember = (line: unknown) => logged.push(line);
Logger.overrideLogger({ log: remember, error: remember, warn: remember, debug: remember });

async function create(behave: Behaviour, options = {}) {
  server = await startFaultServer(behave);
  const provider = providerAt(server.url, options);
  close = provider.close;
  return provider.orders.createOrder(credentials, newOrder);
}

beforeEach(() => {
  logged.length = 0;
});

afterEach(async () => {
  close();
  await server.close();
});

describe('creating an order', () => {
  it('sends the documented request once and returns the order', async () => {
    const outcome = await create(answerJson(201, wireOrderObject({ amount: '10.5' })));

    expect(outcome).toMatchObject({
      kind: 'accepted',
      value: { providerOrderId: PROVIDER_ORDER_ID, status: 'CREATED' },
    });
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/orders' });
    expect(request!.headers).toMatchObject({
      'x-api-token': credentials.apiToken,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      connection: 'close',
    });
    expect(JSON.parse(request!.body)).toEqual({
      amount: '10.50',
      currency: 'EUR',
      externalId: 'order-1',
      purpose: 'Two tickets',
    });
  });

  const rows: [string, Behaviour, object][] = [
    ['a dropped connection', dropped, { kind: 'unknown', reason: 'connection_lost', httpStatus: null }],
    ['no answer at all', nothing, { kind: 'unknown', reason: 'timed_out', httpStatus: null }],
    ['informational answers without end', informEndlessly, { kind: 'unknown', reason: 'timed_out' }],
    ['one byte at a time', dribble, { kind: 'unknown', reason: 'timed_out', httpStatus: 200 }],
    ['a body without end', floodForEver, { kind: 'unknown', reason: 'too_large', httpStatus: 200 }],
    ['a body cut midway', cutMidway, { kind: 'unknown', reason: 'connection_lost', httpStatus: 201 }],
    ['truncated JSON', answerText(201, '{"id":"', json), { kind: 'unknown', reason: 'malformed', httpStatus: 201 }],
    ['an empty body', answerText(201, '', json), { kind: 'unknown', reason: 'malformed' }],
    ['a web page', answerText(200, '<html>'), { kind: 'unknown', reason: 'malformed', httpStatus: 200 }],
    [
      'JSON called HTML',
      answerText(201, JSON.stringify(wireOrderObject())),
      { kind: 'accepted', value: { providerOrderId: PROVIDER_ORDER_ID } },
    ],
    [
      'an unasked-for compressed body',
      answerText(201, gzipSync(Buffer.alloc(50_000_000)), { ...json, 'content-encoding': 'gzip' }),
      { kind: 'unknown', reason: 'malformed', httpStatus: 201 },
    ],
    [
      'oversized headers',
      answerText(201, '{}', { big: 'x'.repeat(20_000) }),
      { kind: 'unknown', reason: 'connection_lost' },
    ],
    ['no id', answerJson(201, wireOrderObject({ id: undefined })), { kind: 'unknown', reason: 'malformed' }],
    [
      'a wrong amount',
      answerJson(201, wireOrderObject({ amount: '10.51' })),
      { kind: 'unknown', reason: 'echo_mismatch' },
    ],
    ...[100_000, 1].map((size): [string, Behaviour, object] => [
      `a refusal status with ${size} bytes of text`,
      answerText(422, 'x'.repeat(size)),
      { kind: 'unknown', reason: 'http_status', httpStatus: 422 },
    ]),
    [
      'a refusal that is not an object',
      answerJson(400, ['no']),
      { kind: 'unknown', reason: 'http_status', httpStatus: 400 },
    ],
    ...[400, 401, 402, 403, 404, 405, 413, 415, 422].map((status): [string, Behaviour, object] => [
      `${status} with a JSON object`,
      answerJson(status, error),
      {
        kind: 'refused',
        httpStatus: status,
        refuses: REFUSED_PARTS.get(status) ?? 'request',
        message: 'no such terminal',
      },
    ]),
    ...[408, 409, 410, 418, 425, 429, 500, 502, 503, 504].map((status): [string, Behaviour, object] => [
      `${status} with a JSON object`,
      answerJson(status, error, { 'retry-after': '0' }),
      { kind: 'unknown', reason: 'http_status', httpStatus: status },
    ]),
    ...[500, 502, 503, 504].map((status): [string, Behaviour, object] => [
      `${status} with a web page`,
      answerText(status, '<html>'),
      { kind: 'unknown', reason: 'http_status', httpStatus: status },
    ]),
  ];

  it.each(rows)('%s leads to the matching outcome, after exactly one request', async (_name, behave, expected) => {
    const timesOut = 'reason' in expected && expected.reason === 'timed_out';
    const outcome = await create(behave, timesOut ? { timeoutMs: 400 } : {});

    expect(outcome).toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain(credentials.apiToken);
    expect(Object.keys(logged[0] as object)).toEqual([
      'event',
      'operation',
      'accountId',
      'outcome',
      'reason',
      'detail',
      'httpStatus',
      'durationMs',
    ]);
  });

  it.each([301, 302, 303, 307, 308])(
    'does not follow a %i redirect, so neither token nor body reaches another host',
    async (status) => {
      const elsewhere = await startFaultServer(answerJson(201, wireOrderObject()));
      try {
        const outcome = await create(answerText(status, '', { location: `${elsewhere.url}/v1/orders` }));

        expect(outcome).toEqual({ kind: 'unknown', reason: 'http_status', httpStatus: status });
        expect(server.requests).toHaveLength(1);
        expect(elsewhere.requests).toHaveLength(0);
      } finally {
        await elsewhere.close();
      }
    },
  );

  it.each([
    [{ error: 'Card 4111 1111 1111 1111 declined\n' }, 'Card [digits removed] declined'],
    [{ error: { code: 7 } }, null],
    [{ message: '' }, null],
    [{}, null],
  ])('returns only the safe part of the refusal %j', async (body, message) => {
    await expect(create(answerJson(400, body))).resolves.toEqual({
      kind: 'refused',
      httpStatus: 400,
      refuses: 'request',
      message,
    });
  });

  it('takes the list of definite refusals from the profile', async () => {
    const { definiteRefusalStatuses } = defaultProviderProfile;
    const profile = { definiteRefusalStatuses: [...definiteRefusalStatuses, 418] };
    const outcome = await create(answerJson(418, error), { profile });

    expect(outcome).toMatchObject({ kind: 'refused', httpStatus: 418 });
  });
});
