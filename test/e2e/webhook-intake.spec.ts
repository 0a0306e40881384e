import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { loadConfig } from '../../src/platform/config/config.js';
import { FieldCipher } from '../../src/platform/database/encryption/field-cipher.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { createdOrder, getOrder } from '../support/orders.js';
import { TEST_SETTINGS } from '../support/purser.js';
import { breakWebhook, countWebhooks, storedWebhook, type StoredWebhook } from '../support/webhook-events.js';
import { countStatusChanges } from '../support/status-changes.js';

interface EventsPage {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly bodySha256: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly totalCount: number;
}

const MAX_BODY_BYTES = 64 * 1024;

const NOTHING_NAMED = 'The body names no order: it holds no id of one, and no externalId of an order here.';

const sha256 = (body: string | Buffer): string => createHash('sha256').update(body).digest('hex');

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const UNKNOWN_ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

/** Bodies in which Purser finds no id of an order. */
const MEANINGLESS: readonly (readonly [string, string | Buffer])[] = [
  ['no JSON', 'paid!'],
  ['JSON null', 'null'],
  ['an empty array', '[]'],
  ['an empty object', '{}'],
  ['a number', '4173'],
  ['white space', ' \n'],
  ['a NUL', '\0'],
  ['a byte order mark', '\ufeff{"ident":1}'],
  ['invalid UTF-8', Buffer.concat([Buffer.from('{"id":"'), Buffer.of(0xff, 0xfe, 0xc3), Buffer.from('"}')])],
  ['arrays of 30,000 levels', nested(30_000)],
  ['an id that is no UUID', '{"id":"4173"}'],
  ['a number for an id', '{"id":4173}'],
  ['the id of a merchant', `{"merchantId":"${UNKNOWN_ID}"}`],
  ['a path for an id', `{"id":"../../control/faults"}`],
  ['an encoded path for an id', '{"id":"%2e%2e%2fv1%2fpayouts"}'],
  ['an address for an id', '{"id":"http://127.0.0.1:9/"}'],
];

/** Bodies with an id that the provider does not know, and something unusual around it. */
const NAMING_NOBODY: readonly (readonly [string, string | Buffer])[] = [
  ['an id below 33 levels', `{"x":${nested(32)},"id":"${UNKNOWN_ID}"}`],
  ['an id in the prototype', `{"__proto__":{"id":"${UNKNOWN_ID}"}}`],
  ['an object for an id', `{"id":{"toString":"${UNKNOWN_ID}"}}`],
  ['an id with a path behind it', `{"id":"${UNKNOWN_ID}/../../control/faults"}`],
  ['an id with a line break behind it', `{"id":"${UNKNOWN_ID}\\n"}`],
  [
    'an id beside invalid UTF-8',
    Buffer.concat([Buffer.from(`{"id":"${UNKNOWN_ID}","x":"`), Buffer.of(0xc3), Buffer.from('"}')]),
  ],
];

describe('the address for order webhooks', () => {
  let desk: Desk;
  let cipher: FieldCipher;

  beforeAll(async () => {
    desk = await openDesk();
    cipher = new FieldCipher(loadConfig({ ...TEST_SETTINGS, DATABASE_URL: desk.database.url }));
  });

  afterAll(async () => {
    await desk.close();
  });

  async function deliver(
    body: string | Buffer,
    { path = '', ...init }: Omit<RequestInit, 'body'> & { readonly path?: string } = {},
  ): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${desk.purser.orderWebhookUrl}${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : new Uint8Array(body),
      ...init,
    });
    return { status: response.status, text: await response.text() };
  }

  const settled = (body: string | Buffer): Promise<StoredWebhook> =>
    eventually('the webhook is dealt with', async () => {
      const event = await storedWebhook(desk.database, body);
      return event?.state === 'RECEIVED' ? null : event;
    });

  const countStored = (): Promise<number> => countWebhooks(desk.database);

  const bodyOf = ({ id, sealed_body: sealed }: StoredWebhook): Buffer =>
    cipher.unseal(sealed, { table: 'webhook_events', column: 'sealed_body', rowId: id });

  const countReads = async (): Promise<number> => (await desk.sandbox.countRequests())['GET /v1/orders/{orderId}'] ?? 0;

  it.each(MEANINGLESS)('stores %s byte for byte, and ignores it', async (_, body) => {
    const before = await desk.sandbox.countRequests();
    expect(await deliver(body)).toEqual({ status: 200, text: 'stored' });
    const event = await settled(body);
    expect(event).toMatchObject({ state: 'IGNORED', note: NOTHING_NAMED, deliveries: 1 });
    expect(event.body_bytes).toBe(Buffer.byteLength(body));
    expect(bodyOf(event).equals(Buffer.from(body))).toBe(true);
    expect(await desk.sandbox.countRequests()).toEqual(before);
  });

  it.each(NAMING_NOBODY)('stores a body with %s, and reads back only orders', async (_, body) => {
    expect(await deliver(body)).toEqual({ status: 200, text: 'stored' });
    const event = await settled(body);
    expect(event).toMatchObject({ state: 'IGNORED', note: 'The provider knows no such order.' });
    expect(bodyOf(event).equals(Buffer.from(body))).toBe(true);
    const asked = Object.keys(await desk.sandbox.countRequests());
    expect(asked.filter((request) => !request.includes('/v1/orders'))).toEqual([]);
  });

  it('retries a webhook that cannot be processed, and finally gives it up with an alarm', async () => {
    const body = `{"note":"${randomUUID()}"}`;
    await deliver(body);
    const { id } = await settled(body);
    const comeAgain = (tries: number): Promise<unknown> => breakWebhook(desk.database, id, tries);
    await comeAgain(0);
    const postponed = await eventually('it was tried', async () => {
      const event = await storedWebhook(desk.database, body);
      return event?.tries === 1 ? event : null;
    });
    expect(postponed).toMatchObject({ note: expect.stringMatching(/^A fault in Purser/) as string });
    // As if its five hours were over.
    await comeAgain(24);
    expect(await settled(body)).toMatchObject({ state: 'FAILED', note: expect.stringMatching(/^A fault/) as string });
    await eventually('the alarm', () =>
      Promise.resolve(desk.purser.alarms().find(({ alarm }) => alarm === 'webhook_given_up') ?? null),
    );
  });

  it.each([
    ['no content type', undefined],
    ['JSON', 'application/json'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['parts', 'multipart/form-data; boundary=x'],
    ['XML', 'text/xml; charset=utf-16'],
    ['a very long type', `text/${'x'.repeat(1_000)}`],
  ])('stores the same bytes if they are declared as %s', async (_, contentType) => {
    const body = `{"note":"${randomUUID()}"}`;
    const headers = contentType === undefined ? {} : { 'content-type': contentType };
    expect((await deliver(Buffer.from(body), { headers })).status).toBe(200);
    expect(bodyOf(await settled(body)).toString()).toBe(body);
  });

  it.each([
    ['another secret', { path: 'x' }, 404],
    ['the secret in capitals', { path: '', url: (secret: string) => secret.toUpperCase() }, 404],
    ['no secret', { url: () => '' }, 404],
    ['a secret that cannot be decoded', { url: () => '%E0%A4%A' }, 404],
    ['a compressed body', { headers: { 'content-encoding': 'gzip' } }, 415],
    ['a body compressed twice', { headers: { 'content-encoding': 'identity, gzip' } }, 415],
  ] as const)('refuses a webhook with %s, and stores nothing', async (_, options, status) => {
    const before = await countStored();
    const { url, ...init } = { url: undefined, ...options };
    const [, base, secret] = /^(.*\/)([^/]+)$/.exec(desk.purser.orderWebhookUrl)!;
    const body = gzipSync(`{"id":"${randomUUID()}"}`);
    const answer =
      url === undefined
        ? await deliver(body, init)
        : await fetch(`${base}${url(secret!)}`, { method: 'POST', body: new Uint8Array(body) });
    expect(answer.status).toBe(status);
    if (answer instanceof Response) expect(await answer.text()).not.toContain('%E0');
    expect(await countStored()).toBe(before);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('answers %s like an unknown address', async (method) => {
    const response = await fetch(desk.purser.orderWebhookUrl, { method });
    expect(await response.text()).not.toContain(new URL(desk.purser.orderWebhookUrl).pathname);
    expect(response.status).toBe(404);
  });

  it('accepts an empty body, which names no order', async () => {
    expect((await deliver('')).status).toBe(200);
    expect(await settled('')).toMatchObject({ state: 'IGNORED', body_bytes: 0 });
  });

  it('accepts the content encoding "identity"', async () => {
    const body = `{"note":"${randomUUID()}"}`;
    expect((await deliver(body, { headers: { 'content-encoding': 'Identity' } })).status).toBe(200);
    expect(bodyOf(await settled(body)).toString()).toBe(body);
  });

  it('accepts 64 KiB and not a byte more', async () => {
    const largest = 'x'.repeat(MAX_BODY_BYTES);
    expect((await deliver(largest)).status).toBe(200);
    expect((await settled(largest)).body_bytes).toBe(MAX_BODY_BYTES);

    const before = await countStored();
    expect((await deliver(`${largest}x`)).status).toBe(413);
    expect(await countStored()).toBe(before);
  });

  it('accepts a body without a length, and stops reading an endless body', async () => {
    const body = `{"note":"${randomUUID()}"}`;
    const chunks = (parts: Iterable<string>): RequestInit => ({
      body: ReadableStream.from(Array.from(parts, (part) => Buffer.from(part))),
      duplex: 'half',
    });
    expect((await fetch(desk.purser.orderWebhookUrl, { method: 'POST', ...chunks(body) })).status).toBe(200);
    expect(bodyOf(await settled(body)).toString()).toBe(body);
    const before = await countStored();
    const endless = chunks(Array.from({ length: 100 }, () => 'x'.repeat(1_024)));
    const answer = await fetch(desk.purser.orderWebhookUrl, { method: 'POST', ...endless }).catch(() => null);
    // The sender may read the refusal or only see the connection close.
    expect([413, undefined]).toContain(answer?.status);
    expect(await countStored()).toBe(before);
  });

  it('counts fifty deliveries of one body as one event, and reads the order back fewer times', async () => {
    const order = await createdOrder(desk.purser.api);
    const body = `{"id":"${order.providerOrderId}","status":"PAID"}`;
    const before = await countReads();
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(body)));

    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await settled(body)).toMatchObject({ state: 'PROCESSED', deliveries: 50 });
    const reads = (await countReads()) - before;
    expect(reads).toBeGreaterThanOrEqual(1);
    expect(reads).toBeLessThanOrEqual(25);
    expect(await getOrder(desk.purser.api, order.id)).toMatchObject({ status: 'CREATED' });
  });

  it.each(['{"id":"ID","status":"PAID"}', '{"order":{"id":"ID"}}', '{"id":"no","id":"ID"}', '\ufeff{"orderId":"ID"}'])(
    'ignores %s with an unknown id',
    async (form) => {
      const id = randomUUID();
      const body = form.replace('ID', id);
      const before = await countStatusChanges(desk.database);
      await deliver(body);
      expect(await settled(body)).toMatchObject({
        state: 'IGNORED',
        note: 'The provider knows no such order.',
        provider_object_id: id,
      });
      expect(await countStatusChanges(desk.database)).toBe(before);
    },
  );

  it('believes the provider, not a webhook that claims a payment', async () => {
    const order = await createdOrder(desk.purser.api);
    const body = JSON.stringify({
      id: order.providerOrderId,
      status: 'PAID',
      payedAt: '2026-01-01T00:00:00Z',
      amount: '1',
    });
    await deliver(body);
    expect(await settled(body)).toMatchObject({ state: 'PROCESSED', note: null });
    expect(await getOrder(desk.purser.api, order.id)).toMatchObject({
      status: 'CREATED',
      amount: '10.50',
      paidAt: null,
    });
  });

  describe('webhookEvents', () => {
    const QUERY = `query ($filter: WebhookEventFilter, $first: Int, $after: String, $last: Int) {
      webhookEvents(filter: $filter, first: $first, after: $after, last: $last) {
        edges { cursor node { bodySha256 } } pageInfo { hasNextPage endCursor } totalCount } }`;

    const list = async (variables: Readonly<Record<string, unknown>>): Promise<EventsPage> =>
      (await desk.purser.api.request<{ webhookEvents: EventsPage }>(QUERY, variables)).webhookEvents;

    const hashes = ({ edges }: EventsPage): string[] => edges.map(({ node }) => node.bodySha256);

    it('filters by every field of the filter', async () => {
      const order = await createdOrder(desk.purser.api);
      const body = `{"id":"${order.providerOrderId}"}`;
      await deliver(body);
      const { first_received_at: receivedAt } = await settled(body);
      const here = { receivedFrom: receivedAt, receivedTo: new Date(receivedAt.getTime() + 1) };
      for (const filter of [
        { providerObjectId: order.providerOrderId },
        { subjectId: order.id },
        { ...here, states: ['PROCESSED'], sources: ['ORDERS'] },
      ]) {
        expect(hashes(await list({ filter }))).toEqual([sha256(body)]);
      }
      for (const filter of [
        { subjectId: order.id, states: ['IGNORED', 'FAILED', 'RECEIVED'] },
        { providerObjectId: order.id },
        { subjectId: order.id, receivedTo: receivedAt },
        { sources: [] },
      ]) {
        expect(await list({ filter })).toMatchObject({ edges: [], totalCount: 0 });
      }
    });

    it('shows every event once, the newest first', async () => {
      const whole = await list({ first: 100 });
      const count = await countStored();
      expect(whole).toMatchObject({ totalCount: count, pageInfo: { hasNextPage: false } });
      const seen: string[] = [];
      for (let after: string | null = null; ;) {
        const page: EventsPage = await list({ first: 7, after });
        seen.push(...hashes(page));
        after = page.pageInfo.endCursor;
        if (!page.pageInfo.hasNextPage) break;
      }
      expect(seen).toEqual(hashes(whole));
      expect(new Set(seen).size).toBe(count);
    });

    it.each([
      [{ first: 0 }, ['first']],
      [{ last: 101 }, ['last']],
      [{ after: 'x' }, ['after']],
      [{ filter: { subjectId: `' OR 1=1 --` } }, ['filter', 'subjectId']],
      [{ filter: { providerObjectId: '../x' } }, ['filter', 'providerObjectId']],
      [{ filter: { states: ['paid'] } }, ['filter', 'states', '0']],
    ])('refuses a list with %j', async (variables, field) => {
      const { errors } = await desk.purser.api.send(QUERY, variables);
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field } }]);
    });
  });
});
