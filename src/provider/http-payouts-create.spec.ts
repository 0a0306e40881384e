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
import { newPayout, PROVIDER_PAYOUT_ID, wirePayoutObject } from './testing/payout.fixture.js';
import {
  cutMidway,
  dribble,
  dropped,
  floodForEver,
  informEndlessly,
  nothing,
} from './testing/provider-faults.fixture.js';
import { credentials, providerAt, type TestedProviderOptions } from './testing/provider-under-test.fixture.js';

/** What the provider refuses with each of these statuses. */
const REFUSED_PARTS: ReadonlyMap<number, string> = new Map([
  ...[401, 403, 404, 405].map((status) => [status, 'credentials'] as const),
  [402, 'balance'],
  [422, 'content'],
]);

const json = { 'content-type': 'application/json' };
const error = { message: 'Insufficient balance' };
const created = answerJson(201, wirePayoutObject());
const OTHER_ID = '0190a1b2-ffff-7e5f-8a9b-0c1d2e3f4a5b';

let server: FaultServer;
let close: () => void = () => undefined;
const logged: unknown[] = [];
const remember = (line: unknown) => logged.push(line);
Logger.overrideLogger({ log: remember, error: remember, warn: remember, debug: remember });

async function create(behave: Behaviour, options: TestedProviderOptions = {}) {
  server = await startFaultServer(behave);
  const provider = providerAt(server.url, options);
  close = provider.close;
  return provider.payouts.createPayout(credentials, newPayout);
}

/** Answers like `created`, but calls `prelude` first and then waits `delayMs`. */
function after(prelude: (response: Parameters<Behaviour>[0]) => void, delayMs: number): Behaviour {
  return (response, request, nth) => {
    prelude(response);
    setTimeout(() => {
      created(response, request, nth);
    }, delayMs);
  };
}

beforeEach(() => {
  logged.length = 0;
});

afterEach(async () => {
  close();
  await server.close();
});

describe('creating a payout', () => {
  it('sends the documented request once and returns the payout', async () => {
    const outcome = await create(created);

    expect(outcome).toMatchObject({
      kind: 'accepted',
      value: { providerPayoutId: PROVIDER_PAYOUT_ID, status: 'CREATED', callbackUrl: newPayout.callbackUrl },
    });
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/payouts' });
    expect(request!.headers).toMatchObject({
      'x-api-token': credentials.apiToken,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      connection: 'close',
    });
    expect(request!.body.startsWith('{"amount":1250.5,')).toBe(true);
    expect(Number(request!.headers['content-length'])).toBe(Buffer.byteLength(request!.body));
  });

  const rows: [string, Behaviour, object][] = [
    ['a dropped connection', dropped, { kind: 'unknown', reason: 'connection_lost', httpStatus: null }],
    ['no answer at all', nothing, { kind: 'unknown', reason: 'timed_out', httpStatus: null }],
    ['the answer after the deadline', after(() => undefined, 800), { kind: 'unknown', reason: 'timed_out' }],
    ['informational answers without end', informEndlessly, { kind: 'unknown', reason: 'timed_out' }],
    ['one byte at a time', dribble, { kind: 'unknown', reason: 'timed_out', httpStatus: 200 }],
    ['a body without end', floodForEver, { kind: 'unknown', reason: 'too_large', httpStatus: 200 }],
    ['a body cut midway', cutMidway, { kind: 'unknown', reason: 'connection_lost', httpStatus: 201 }],
    ['truncated JSON', answerText(201, '{"id":"', json), { kind: 'unknown', reason: 'malformed', httpStatus: 201 }],
    ['no content', answerText(204, ''), { kind: 'unknown', reason: 'malformed', httpStatus: 204 }],
    ['a web page', answerText(200, '<html>'), { kind: 'unknown', reason: 'malformed', httpStatus: 200 }],
    [
      'JSON called HTML',
      answerText(201, JSON.stringify(wirePayoutObject())),
      { kind: 'accepted', value: { providerPayoutId: PROVIDER_PAYOUT_ID } },
    ],
    [
      'JSON without a content type',
      (response) => response.writeHead(201).end(JSON.stringify(wirePayoutObject())),
      { kind: 'accepted', value: { providerPayoutId: PROVIDER_PAYOUT_ID } },
    ],
    [
      'JSON in another charset',
      answerJson(201, wirePayoutObject(), { 'content-type': 'application/json; charset=windows-1251' }),
      { kind: 'accepted', value: { providerPayoutId: PROVIDER_PAYOUT_ID } },
    ],
    [
      'the object in another one',
      answerJson(201, { data: wirePayoutObject() }),
      { kind: 'unknown', reason: 'malformed', namedIds: [PROVIDER_PAYOUT_ID] },
    ],
    [
      'the object cut behind its id',
      (response) => {
        const body = JSON.stringify({ id: PROVIDER_PAYOUT_ID, ...wirePayoutObject() });
        response.writeHead(201, { ...json, 'content-length': String(body.length) });
        response.write(body.slice(0, 60), () => response.destroy());
      },
      { kind: 'unknown', reason: 'connection_lost', httpStatus: 201, namedIds: [PROVIDER_PAYOUT_ID] },
    ],
    [
      'the object behind a megabyte of nothing more',
      answerText(201, `{"id":"${PROVIDER_PAYOUT_ID}","x":"${'x'.repeat(1_100_000)}"}`, json),
      { kind: 'unknown', reason: 'too_large', httpStatus: 201, namedIds: [PROVIDER_PAYOUT_ID] },
    ],
    ...[409, 500].map((status): [string, Behaviour, object] => [
      `${status} with the object`,
      answerJson(status, wirePayoutObject()),
      { kind: 'unknown', reason: 'http_status', httpStatus: status, namedIds: [PROVIDER_PAYOUT_ID] },
    ]),
    [
      'the nil UUID',
      answerJson(201, wirePayoutObject({ id: '00000000-0000-0000-0000-000000000000' })),
      { kind: 'unknown', reason: 'malformed', httpStatus: 201 },
    ],
    [
      'our callback address with a slash behind it',
      answerJson(201, wirePayoutObject({ callbackUrl: `${newPayout.callbackUrl}/` })),
      { kind: 'accepted', value: { providerPayoutId: PROVIDER_PAYOUT_ID } },
    ],
    [
      'an unasked-for compressed body',
      answerText(201, gzipSync(Buffer.alloc(50_000_000)), { ...json, 'content-encoding': 'gzip' }),
      { kind: 'unknown', reason: 'malformed', httpStatus: 201 },
    ],
    ['no id', answerJson(201, wirePayoutObject({ id: undefined })), { kind: 'unknown', reason: 'malformed' }],
    [
      'no status',
      answerJson(201, wirePayoutObject({ status: null })),
      { kind: 'unknown', reason: 'malformed', httpStatus: 201, namedIds: [PROVIDER_PAYOUT_ID] },
    ],
    [
      'a wrong amount',
      answerJson(201, wirePayoutObject({ amount: '1250.51' })),
      { kind: 'unknown', reason: 'echo_mismatch', httpStatus: 201, namedIds: [PROVIDER_PAYOUT_ID] },
    ],
    [
      'another recipient',
      answerJson(201, wirePayoutObject({ id: OTHER_ID, account: { requisites: 'other@pix.example' } })),
      { kind: 'unknown', reason: 'echo_mismatch', namedIds: [OTHER_ID] },
    ],
    [
      'another payout of the same amount to the same recipient',
      answerJson(201, wirePayoutObject({ id: OTHER_ID, callbackUrl: 'https://purser.example/webhooks/payouts/other' })),
      { kind: 'unknown', reason: 'echo_mismatch', namedIds: [OTHER_ID] },
    ],
    [
      'a refusal status without JSON',
      answerText(422, 'no'),
      { kind: 'unknown', reason: 'http_status', httpStatus: 422 },
    ],
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
        message: 'Insufficient balance',
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
    expect(JSON.stringify(logged)).not.toMatch(/canary/i);
    expect(Object.keys(logged[0] as object)).toEqual([
      'event',
      'operation',
      'accountId',
      'attemptId',
      'outcome',
      'reason',
      'detail',
      'httpStatus',
      'durationMs',
    ]);
  });

  it.each<[string, Behaviour]>([
    ['takes its time', after(() => undefined, 300)],
    [
      'says 100 first',
      after((response) => {
        response.writeContinue();
      }, 0),
    ],
    [
      'says 102 first',
      after((response) => {
        response.writeProcessing();
      }, 0),
    ],
    [
      'says 103 first',
      after((response) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      }, 0),
    ],
  ])('accepts an answer that %s', async (_name, behave) => {
    await expect(create(behave)).resolves.toMatchObject({ kind: 'accepted' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])(
    'does not follow a %i redirect, so neither token nor recipient reaches another host',
    async (status) => {
      const elsewhere = await startFaultServer(created);
      try {
        const outcome = await create(answerText(status, '', { location: `${elsewhere.url}/v1/payouts` }));

        expect(outcome).toEqual({ kind: 'unknown', reason: 'http_status', httpStatus: status });
        expect(server.requests).toHaveLength(1);
        expect(elsewhere.requests).toHaveLength(0);
      } finally {
        await elsewhere.close();
      }
    },
  );

  it("removes card numbers from the provider's refusal message", async () => {
    await expect(create(answerJson(422, { message: 'Card 4111 1111 1111 1111 closed' }))).resolves.toEqual({
      kind: 'refused',
      httpStatus: 422,
      refuses: 'content',
      message: 'Card [digits removed] closed',
    });
  });

  it('takes the list of definite refusals from the profile', async () => {
    const { definiteRefusalStatuses } = defaultProviderProfile;
    const profile = { definiteRefusalStatuses: [...definiteRefusalStatuses, 418], contentRefusalStatuses: [418] };
    const outcome = await create(answerJson(418, error), { profile });

    expect(outcome).toMatchObject({ kind: 'refused', httpStatus: 418, refuses: 'content' });
  });

  it("a refusal with a status outside the profile's lists does not make the payout wait", async () => {
    const profile = { credentialRefusalStatuses: [401], payoutBalanceStatuses: [] };
    for (const [status, refuses] of [
      [404, 'request'],
      [402, 'content'],
    ] as const) {
      expect(await create(answerJson(status, error), { profile })).toMatchObject({ kind: 'refused', refuses });
    }
  });
});
