import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../dev/processes/local.port.js';
import { superviseProcess, type SupervisedProcess } from '../../dev/processes/supervised-process.js';
import { awaitReady } from '../../dev/start/readiness-probe.js';
import { parseTraceparent } from '../../src/platform/graphql/http/request-spans.js';
import { Canary } from '../support/canary.js';
import { searchFiles } from '../support/canary-search.js';
import { eventually } from '../support/eventually.js';
import { orderInput } from '../support/orders.js';
import { payoutInput } from '../support/payouts.js';
import { TestSandbox } from '../support/sandbox.js';
import { OPERATOR_API_KEY, TEST_SETTINGS } from '../support/settings.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { SpanCollector, type CollectedSpan } from '../support/span-collector.js';

const TRUSTED = '10.1.2.3';
const STRANGER = '10.9.9.9';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = (traceId: string): string => `00-${traceId}-00f067aa0ba902b7-01`;

describe('traces', () => {
  const directory = temporaryDirectory();
  const lines: string[] = [];
  const sentToProvider: IncomingHttpHeaders[] = [];
  const card = Canary.cardNumber();
  const secret = new Canary(`nightingale${randomUUID()}`);
  const collectorKey = `collector_${randomUUID()}`;
  let collector: SpanCollector;
  let sandbox: TestSandbox;
  let provider: Server;
  let database: TestDatabase;
  let purser: SupervisedProcess;
  let url: string;
  let spans: readonly CollectedSpan[];
  let strangersTrace: string;

  beforeAll(async () => {
    collector = await SpanCollector.start();
    sandbox = await TestSandbox.start();
    provider = await recordingProxy(sandbox.url, sentToProvider);
    database = await createTestDatabase();
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    purser = superviseProcess({
      name: 'purser',
      script: 'dist/main.js',
      workingDirectory: process.cwd(),
      environment: {
        ...TEST_SETTINGS,
        DATABASE_URL: database.url,
        PROVIDER_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
        PORT: String(port),
        PUBLIC_URL: url,
        LOG_LEVEL: 'debug',
        TRUSTED_PROXIES: '127.0.0.1',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${collectorKey}`,
        OTEL_SERVICE_NAME: 'desk of the tests',
        TRACEPARENT_CALLERS: '10.1.0.0/16',
      },
      onLine: ({ text }) => lines.push(text),
    });
    await awaitReady(purser, { url: `${url}/readyz` });
    await sandbox.sendWebhooksTo(`${url}/webhooks/orders/${TEST_SETTINGS.ORDER_WEBHOOK_PATH_SECRET}`);

    const order = await ask(TRUSTED, TRACE, ORDER, { input: orderInput({ purpose: `For ${secret.text}` }) });
    const { providerOrderId } = (order as { data: { createOrder: { order: { providerOrderId: string } } } }).data
      .createOrder.order;
    await sandbox.move(providerOrderId, 'pay');
    const input = payoutInput();
    const recipient = { ...(input['recipient'] as object), requisites: `${secret.text}@example.com` };
    await ask(TRUSTED, TRACE, PAYOUT, { input: { ...input, recipient, note: secret.text } });
    strangersTrace = randomUUID().replaceAll('-', '');
    await ask(STRANGER, strangersTrace, '{ accounts { id } }', {});
    // Card data where it does not belong, but where some caller will put it.
    await ask(TRUSTED, TRACE, `query _${card.text} { accounts { id } }`, {});
    await ask(TRUSTED, TRACE, `{ payout(id: "${card.text}") { id } }`, {});
    await ask(TRUSTED, TRACE, `{ orders(filter: { search: "${card.text}" }) { totalCount } }`, {});
    await fetch(`${url}/webhooks/payouts`, { method: 'POST', body: JSON.stringify({ id: card.text }) });
    await fetch(`${url}/webhooks/orders/${card.text}`, { method: 'POST', body: '{}' });
    await eventually('the order is paid', async () => {
      const rows = await database.query<{ status: string }>(`SELECT status FROM orders WHERE status = 'PAID'`);
      return rows[0];
    });
    purser.kill('SIGTERM');
    expect((await purser.exited).how).toBe('exit code 0');
    ({ spans } = collector);
  });

  afterAll(async () => {
    await purser.stop();
    provider.closeAllConnections();
    provider.close();
    await sandbox.close();
    await collector.close();
    await database.drop();
    directory.remove();
  });

  const ofTrace = (traceId: string): readonly CollectedSpan[] => spans.filter((span) => span.traceId === traceId);

  it("traces continue from a trusted caller's request to the provider call", () => {
    const chain: string[] = [];
    const provided = ofTrace(TRACE).find(({ facts }) => facts['http.route'] === '/v1/payouts')!;
    let span: CollectedSpan | undefined = provided;
    while (span) {
      chain.push(String(span.facts['purser.kind']));
      const parent: string | undefined = span.parentSpanId;
      span = spans.find(({ spanId }) => spanId === parent);
    }
    expect(chain).toEqual(['provider', 'mutation', 'request']);
    expect(provided.facts).toMatchObject({
      'http.request.method': 'POST',
      'purser.outcome': 'accepted',
    });
    const requests = ofTrace(TRACE).filter(({ facts }) => facts['purser.kind'] === 'request');
    expect(requests[0]!.parentSpanId).toBe('00f067aa0ba902b7');
    expect(requests[0]!.facts).toMatchObject({
      'graphql.operation.type': 'mutation',
      'graphql.operation.name': 'Make',
      'graphql.document.hash': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  it('traces contain the transactions of mutations and webhooks, and of ticks with work', () => {
    const kinds = new Set(spans.map(({ facts }) => facts['purser.kind']));
    expect(kinds).toEqual(new Set(['request', 'mutation', 'transaction', 'provider', 'webhook', 'tick']));
    expect(spans.find(({ name }) => name === 'readOrder')!.facts['http.route']).toBe('/v1/orders/{id}');
    const ticks = spans.filter(({ facts }) => facts['purser.kind'] === 'tick');
    expect(ticks.map(({ name }) => name)).toContain('webhooks.orders');
    // Ticks run every second or more often. A tick without work records no span.
    for (const { spanId } of ticks) expect(spans.map(({ parentSpanId }) => parentSpanId)).toContain(spanId);
  });

  it('Purser starts new traces for other callers', () => {
    expect(ofTrace(strangersTrace)).toEqual([]);
    expect(spans.filter(({ traceId, parentSpanId }) => traceId !== TRACE && !parentSpanId).length).toBeGreaterThan(0);
  });

  it('traces end before the provider: requests to it carry no trace headers', () => {
    expect(sentToProvider.length).toBeGreaterThan(1);
    const names = new Set(sentToProvider.flatMap((headers) => Object.keys(headers)));
    for (const name of ['traceparent', 'tracestate', 'baggage']) expect(names).not.toContain(name);
  });

  it('log lines name the trace during which they are written', () => {
    const found = lines.filter((line) => line.includes(`"traceId":"${TRACE}"`));
    expect(found.some((line) => line.includes('"operation":"createPayout"'))).toBe(true);
  });

  it('traces contain no secret, no data sent to Purser, and none of its ids', async () => {
    const file = join(directory.path, 'traces.txt');
    // The collector's credential is expected, in its own header.
    writeFileSync(file, collector.received.join('\n').replaceAll(`"x-collector-key":"${collectorKey}"`, ''));
    const secrets = [
      ...[OPERATOR_API_KEY, TEST_SETTINGS.BOOTSTRAP_API_KEY, TEST_SETTINGS.PROVIDER_API_TOKEN],
      ...[TEST_SETTINGS.ORDER_WEBHOOK_PATH_SECRET, TEST_SETTINGS.WEBHOOK_SECRET, TEST_SETTINGS.ENCRYPTION_KEY],
      collectorKey,
    ].map((text) => new Canary(text));
    const ids = await database.query<{ id: string }>(
      `SELECT id::text FROM payouts UNION SELECT provider_payout_id::text FROM payouts UNION SELECT id::text FROM orders
       UNION SELECT provider_order_id::text FROM orders UNION SELECT idempotency_key FROM payouts`,
    );
    expect(ids).toHaveLength(5);
    const canaries = [card, secret, ...secrets, ...ids.map(({ id }) => new Canary(id))];
    expect(searchFiles(canaries, { paths: [file] })).toEqual([]);
    // Counter-check: the search finds canaries that are in a file.
    writeFileSync(file, `${card.text} ${OPERATOR_API_KEY}`);
    expect(searchFiles(canaries, { paths: [file] })).toHaveLength(2);
  });

  async function ask(from: string, traceId: string, query: string, variables: object): Promise<unknown> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${OPERATOR_API_KEY}`,
        connection: 'close',
        'x-forwarded-for': from,
        traceparent: traceparent(traceId),
      },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  }
});

const ORDER = `mutation Make($input: CreateOrderInput!) {
  createOrder(input: $input) { order { providerOrderId } userErrors { code message } } }`;
const PAYOUT = `mutation Send($input: CreatePayoutInput!) {
  createPayout(input: $input) { payout { id } userErrors { code message } } }`;

describe('the traceparent of a caller', () => {
  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 1],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', 0],
  ])('is read from %s', (header, traceFlags) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE, spanId: '00f067aa0ba902b7', traceFlags });
  });

  it.each([
    '',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
  ])('an invalid traceparent is ignored: %j', (header) => {
    expect(parseTraceparent(header)).toBeNull();
  });
});

/** A proxy in front of the provider that records the headers of all requests. */
async function recordingProxy(target: string, seen: IncomingHttpHeaders[]): Promise<Server> {
  const server = createServer((request, response) => {
    seen.push(request.headers);
    const onward = sendRequest(
      `${target}${request.url ?? ''}`,
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
