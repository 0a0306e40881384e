import { gzipSync } from 'node:zlib';
import { type INestApplicationContext, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule } from '../platform/config/config.module.js';
import { Secret } from '../common/secret.js';
import type { CallOutcome } from './port/call-outcome.js';
import { H2hPort } from './port/h2h.port.js';
import type { SendWindow } from './port/send-window.js';
import { ProviderModule } from './provider.module.js';
import { DatabaseStandIn, NOT_ENDING } from './testing/database-stand-in.fixture.js';
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
import { configFor, credentials, PROVIDER_ORDER_ID, wireOrderObject } from './testing/provider-under-test.fixture.js';

const json = { 'content-type': 'application/json' };
const OTHER_ID = '0190a1b2-ffff-7e5f-8a9b-0c1d2e3f4a5b';
const error = { message: 'not this one' };

/** Distinctive values that the tests look for wherever they must not appear. */
const secrets = { cardNumber: '4111111111111111', cardholderName: 'Ada Lovelace', expiryDate: '12/39', cvv: '8642' };
const card = { ...secrets, cardNumber: new Secret(secrets.cardNumber), cvv: new Secret(secrets.cvv) };
const CODE = '7351902';

@Module({})
class Application {}

let server: FaultServer;
let app: INestApplicationContext;
const logged: unknown[] = [];

async function h2hWhere(behave: Behaviour, timeoutMs = 2_000): Promise<H2hPort> {
  server = await startFaultServer(behave);
  Logger.overrideLogger(false);
  const modules = [DatabaseStandIn, ConfigModule.with(configFor(server.url, { timeoutMs })), ProviderModule];
  app = await NestFactory.createApplicationContext({ module: Application, imports: modules }, NOT_ENDING);
  logged.length = 0;
  const remember = (line: unknown) => logged.push(line);
  Logger.overrideLogger({ log: remember, error: remember, warn: remember, debug: remember });
  return app.get(H2hPort);
}

afterEach(async () => {
  await app.close();
  await server.close();
});

const sendCard = (h2h: H2hPort, id = PROVIDER_ORDER_ID, window?: SendWindow) =>
  h2h.submitCard(credentials, id, card, window);
const sendCode = (h2h: H2hPort, id = PROVIDER_ORDER_ID, window?: SendWindow) =>
  h2h.submitCode(credentials, id, new Secret(CODE), window);

type Row = readonly [string, Behaviour, object];

const LOST: readonly Row[] = [
  ['a dropped connection', dropped, { kind: 'unknown', reason: 'connection_lost', httpStatus: null }],
  ['no answer at all', nothing, { kind: 'unknown', reason: 'timed_out', httpStatus: null }],
  ['informational answers without end', informEndlessly, { kind: 'unknown', reason: 'timed_out' }],
  ['one byte at a time', dribble, { kind: 'unknown', reason: 'timed_out', httpStatus: 200 }],
  ['a body without end', floodForEver, { kind: 'unknown', reason: 'too_large', httpStatus: 200 }],
  ['a body cut midway', cutMidway, { kind: 'unknown', reason: 'connection_lost', httpStatus: 201 }],
  [
    'an unasked-for compressed body',
    answerText(200, gzipSync(Buffer.alloc(50_000_000)), { ...json, 'content-encoding': 'gzip' }),
    { kind: 'unknown', reason: 'malformed', httpStatus: 200 },
  ],
  ['oversized headers', answerText(200, '{}', { big: 'x'.repeat(20_000) }), { kind: 'unknown' }],
];

const statusRows = (statuses: readonly number[], behave: (status: number) => Behaviour, kind: string): Row[] =>
  statuses.map((status) => [`${status}`, behave(status), { kind, httpStatus: status }]);

const REFUSED = statusRows(
  [400, 401, 402, 403, 404, 405, 413, 415, 422],
  (status) => answerJson(status, error),
  'refused',
);
const UNDECIDED = [
  ...statusRows(
    [408, 409, 410, 418, 425, 429, 500, 502, 503, 504],
    (status) => answerJson(status, error, { 'retry-after': '0' }),
    'unknown',
  ),
  ...statusRows([400, 404, 422, 500, 502], (status) => answerText(status, '<html>'), 'unknown'),
  ...statusRows([400, 422], (status) => answerJson(status, ['no']), 'unknown'),
];

describe.each([
  { what: 'a card', path: 'card', send: sendCard, body: secrets },
  { what: 'a code', path: 'code', send: sendCode, body: { code: CODE } },
])('sending $what', ({ path, send, body }) => {
  function expectOnce(outcome: CallOutcome<unknown>, expected: object): void {
    expect(outcome).toMatchObject(expected);
    expect(server.requests).toMatchObject([
      { method: 'POST', path: `/v1/orders/${PROVIDER_ORDER_ID}/h2h/${path}`, headers: { connection: 'close' } },
    ]);
    const lines = JSON.stringify(logged);
    for (const secret of [...Object.values(body), credentials.apiToken]) expect(lines).not.toContain(secret);
    expect(JSON.stringify(outcome)).not.toContain(secrets.cardNumber);
  }

  it('sends the documented request once, to a path in lower case', async () => {
    const h2h = await h2hWhere(answerJson(200, wireOrderObject({ status: 'PENDING' })));
    const outcome = await send(h2h, PROVIDER_ORDER_ID.toUpperCase());

    expectOnce(outcome, { kind: 'accepted' });
    expect(server.requests[0]!.headers).toMatchObject({
      'x-api-token': credentials.apiToken,
      'content-type': 'application/json',
    });
    expect(JSON.parse(server.requests[0]!.body)).toEqual(body);
  });

  it.each([...LOST, ...REFUSED, ...UNDECIDED])(
    '%s leads to the matching outcome, after exactly one request',
    async (_, behave, row) => {
      const timesOut = 'reason' in row && row.reason === 'timed_out';
      expectOnce(await send(await h2hWhere(behave, timesOut ? 400 : 2_000)), row);
    },
  );

  it('sends nothing once the send window of its claim is over', async () => {
    const h2h = await h2hWhere(answerJson(200, wireOrderObject()));
    const over = { sendBefore: performance.now() - 1, isOpen: () => false };
    expect(await send(h2h, PROVIDER_ORDER_ID, over)).toMatchObject({ kind: 'not_sent', reason: 'claim_expired' });
    expect(server.requests).toHaveLength(0);
  });

  it.each([301, 302, 303, 307, 308])('the client does not follow a %i redirect', async (status) => {
    const elsewhere = await startFaultServer(answerJson(200, wireOrderObject()));
    try {
      const h2h = await h2hWhere(answerText(status, '', { location: `${elsewhere.url}/` }));
      expectOnce(await send(h2h), { kind: 'unknown', reason: 'http_status', httpStatus: status });
      expect(elsewhere.requests).toHaveLength(0);
    } finally {
      await elsewhere.close();
    }
  });

  it('hides the text of a refusal, which may repeat the card or the code', async () => {
    const h2h = await h2hWhere(answerJson(422, { message: 'CVV 123 of 4111 1111 1111 1111 is wrong' }));
    expectOnce(await send(h2h), { kind: 'refused', message: null });
  });

  it.each(['', '../payouts', `${PROVIDER_ORDER_ID}/../x`, ` ${PROVIDER_ORDER_ID}`, `${PROVIDER_ORDER_ID}%2f`])(
    'rejects the order id %j and sends nothing',
    async (id) => {
      const h2h = await h2hWhere(answerJson(200, {}));
      await expect(send(h2h, id)).rejects.toThrow(TypeError);
      expect(server.requests).toHaveLength(0);
    },
  );
});

describe('accepting answers', () => {
  const bodies: readonly (readonly [string, Behaviour])[] = [
    ['an empty body', answerText(204, '')],
    ['an empty body called JSON', answerText(200, '', json)],
    ['a web page', answerText(200, '<html>')],
    ['truncated JSON', answerText(200, '{"id":"', json)],
    ['an empty object', answerJson(200, {})],
    ['null', answerJson(200, null)],
    ['another order', answerJson(200, wireOrderObject({ id: OTHER_ID }))],
  ];

  it.each(bodies)(
    'a success with %s counts as accepted for a code, because no body is documented',
    async (_, behave) => {
      await expect(sendCode(await h2hWhere(behave))).resolves.toEqual({ kind: 'accepted', value: null });
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each(bodies)('a success with %s is unknown for a card', async (_, behave) => {
    await expect(sendCard(await h2hWhere(behave))).resolves.toMatchObject({ kind: 'unknown', reason: 'malformed' });
    expect(server.requests).toHaveLength(1);
  });

  it('the answer to a card contains the order', async () => {
    await expect(sendCard(await h2hWhere(answerJson(200, wireOrderObject({ status: 'PENDING' }))))).resolves.toEqual({
      kind: 'accepted',
      value: expect.objectContaining({ providerOrderId: PROVIDER_ORDER_ID, status: 'PENDING' }) as unknown,
    });
  });
});

describe('reading the status of a verification', () => {
  const found = answerJson(200, { isSmsRequired: true, status: 'PROCESSING' });
  const readOn = async (behave: Behaviour, id = PROVIDER_ORDER_ID) =>
    (await h2hWhere(behave)).readStatus(credentials, id, 'background');

  it("reads the status by the order's id", async () => {
    await expect(readOn(found, PROVIDER_ORDER_ID.toUpperCase())).resolves.toEqual({
      kind: 'found',
      value: { providerStatus: 'PROCESSING', status: 'PROCESSING', isSmsRequired: true, unreadable: [] },
    });
    expect(server.requests).toMatchObject([
      { method: 'GET', path: `/v1/orders/${PROVIDER_ORDER_ID}/h2h/status`, body: '' },
    ]);
  });

  it('returns an unknown status as UNRECOGNIZED', async () => {
    await expect(readOn(answerJson(200, { isSmsRequired: false, status: 'THINKING' }))).resolves.toEqual({
      kind: 'found',
      value: { providerStatus: 'THINKING', status: 'UNRECOGNIZED', isSmsRequired: false, unreadable: [] },
    });
  });

  it.each<Row>([
    ['404 with a JSON object', answerJson(404, {}), { kind: 'absent' }],
    ['404 with a web page', answerText(404, '<html>'), { kind: 'unavailable', reason: 'http_status' }],
    ['401', answerJson(401, {}), { kind: 'unavailable', reason: 'http_status', httpStatus: 401 }],
    ['409', answerJson(409, {}), { kind: 'unavailable', reason: 'http_status', httpStatus: 409 }],
    ['a redirect', answerText(302, '', { location: '/' }), { kind: 'unavailable', httpStatus: 302 }],
    ['an empty body', answerText(200, '', json), { kind: 'unavailable', reason: 'malformed' }],
    [
      'a flag in words',
      answerJson(200, { isSmsRequired: 'no', status: 'SUCCESS' }),
      { kind: 'found', value: { isSmsRequired: null, unreadable: ['isSmsRequired is not true or false'] } },
    ],
    [
      'no flag',
      answerJson(200, { status: 'SUCCESS' }),
      { kind: 'found', value: { isSmsRequired: null, unreadable: ['isSmsRequired is missing'] } },
    ],
    ['no status', answerJson(200, { isSmsRequired: false }), { kind: 'unavailable', reason: 'malformed' }],
    ['a body without end', floodForEver, { kind: 'unavailable', reason: 'too_large' }],
  ])('an answer with %s is not retried', async (_, behave, expected) => {
    await expect(readOn(behave)).resolves.toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });

  it('retries after a dropped connection', async () => {
    const outcome = await readOn((response, request, nth) => {
      (nth === 1 ? dropped : found)(response, request, nth);
    });
    expect(outcome).toMatchObject({ kind: 'found' });
    expect(server.requests).toHaveLength(2);
  });

  it.each(['', '../payouts', `${PROVIDER_ORDER_ID}/x`])('rejects the order id %j and sends nothing', async (id) => {
    await expect(readOn(found, id)).rejects.toThrow(TypeError);
    expect(server.requests).toHaveLength(0);
  });
});
