import { createHmac } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import { TEST_SETTINGS } from '../support/settings.js';
import { BODIES, DOCUMENTS, PATTERNS, repeated, repeatedAsIs } from './event-loop-patterns.js';
import { leavesOf } from './event-loop-positions.js';

/** Length of a text that fills a request, leaving room for the document. */
const MAX_TEXT = 127 * 1_024 - 100;

/** The largest webhook that is accepted with a signature or secret address, and from strangers. */
const MAX_WEBHOOK = 64 * 1_024;
const MAX_STRANGERS_WEBHOOK = 8 * 1_024;

/** Length of a text that fills the headers or the path, leaving room for other headers. */
const MAX_HEADER = 12_000;

const HEADERS = ['authorization', 'x-forwarded-for', 'origin', 'content-type', 'accept', 'cookie'];

export interface HeldRequest {
  readonly name: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether this status means that Purser processed the request instead of refusing its size. */
  readonly isLookedAt: (status: number) => boolean;
}

/** Requests with a repeated text in every place of every query and mutation. */
export function requestsOf(schema: GraphQLSchema): HeldRequest[] {
  return leavesOf(schema, ['query', 'mutation']).flatMap((leaf) =>
    PATTERNS.flatMap((pattern) => {
      const text = repeated(pattern, MAX_TEXT);
      const values: readonly unknown[] = leaf.isList ? [[text], Array<string>(2_000).fill(pattern)] : [text];
      return values.map((value) =>
        operation(`${leaf.name} ${JSON.stringify(pattern)}`, leaf.document, leaf.variables(value)),
      );
    }),
  );
}

/** Requests with a repeated text in the document, the headers or the path, which are read before any operation runs. */
export function requestsAround(): HeldRequest[] {
  const document = '{ payoutGate { isOpen } }';
  const paths = ['/', '/graphql?query=', '/graphql?variables=', '/webhooks/payouts/', '/webhooks/orders/'];
  return [
    ...DOCUMENTS.map((pattern) => operation(`document ${pattern}`, repeated(pattern, MAX_TEXT), {})),
    ...DOCUMENTS.map((pattern) => operation(`selection ${pattern}`, `{ ${repeated(pattern, MAX_TEXT)} }`, {})),
    ...HEADERS.flatMap((header) =>
      PATTERNS.map((pattern) =>
        withHeader(
          operation(
            `
              ${header}
              ${pattern}
            `,
            document,
            {},
          ),
          header,
          headerText(pattern),
        ),
      ),
    ),
    ...PATTERNS.map((pattern) =>
      withHeader(operation(`key ${pattern}`, document, {}), 'authorization', `Bearer ${headerText(pattern)}`),
    ),
    ...paths.flatMap((path) =>
      PATTERNS.map((pattern): HeldRequest => {
        const text = repeatedAsIs(encodeURIComponent(pattern.replace(/\p{Surrogate}/gu, 'x')), MAX_HEADER);
        const sent = path.startsWith('/webhooks')
          ? ({ method: 'POST', body: '{}' } as const)
          : ({ method: 'GET', body: null } as const);
        return { name: `path ${path} ${pattern}`, path: path + text, headers: {}, isLookedAt: anyway, ...sent };
      }),
    ),
  ];
}

/** Webhooks that are stored and searched for ids: orders at the secret address, and signed payouts. */
export function webhooks(): HeldRequest[] {
  const payouts = '/webhooks/payouts';
  const paths = [`/webhooks/orders/${TEST_SETTINGS.ORDER_WEBHOOK_PATH_SECRET}`, payouts];
  const patterns = [...BODIES, ...PATTERNS];
  return [
    ...paths.flatMap((path) => [
      ...patterns.flatMap((pattern) => [
        webhook(`body ${pattern}`, path, repeatedAsIs(pattern, MAX_WEBHOOK)),
        webhook(`id ${pattern}`, path, JSON.stringify({ id: repeated(pattern, MAX_WEBHOOK - 20) })),
      ]),
      webhook('number', path, `{"id":${'1'.repeat(MAX_WEBHOOK - 10)}}`),
      webhook('nested', path, '['.repeat(MAX_WEBHOOK / 2) + ']'.repeat(MAX_WEBHOOK / 2)),
      webhook('keys', path, JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n])))),
    ]),
    ...patterns.map((pattern) => ({
      ...webhook(`signature ${pattern}`, payouts, repeatedAsIs(pattern, MAX_STRANGERS_WEBHOOK)),
      headers: { 'x-signature': headerText(pattern) },
      isLookedAt: anyway,
    })),
  ];
}

function operation(name: string, query: string, variables: Readonly<Record<string, unknown>>): HeldRequest {
  const body = JSON.stringify({ query, variables });
  const headers = { 'content-type': 'application/json' };
  return { name, path: '/graphql', method: 'POST', headers, body, isLookedAt: (status) => status !== 413 };
}

function webhook(name: string, path: string, body: string): HeldRequest {
  const signature = createHmac('sha256', TEST_SETTINGS.WEBHOOK_SECRET).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  return {
    name: `webhook ${path} ${name}`,
    path,
    method: 'POST',
    headers,
    body,
    isLookedAt: (status) => status === 200,
  };
}

function withHeader(request: HeldRequest, name: string, value: string): HeldRequest {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

function headerText(pattern: string): string {
  return repeatedAsIs(pattern.replace(/[^\x20-\x7e]/g, 'x'), MAX_HEADER).trim();
}

/** For requests with a wrong path or signature, any status will do. */
function anyway(): boolean {
  return true;
}
