import { gzipSync } from 'node:zlib';
import { KEY, SESSION } from './toy.module.js';

export interface HttpRequest {
  readonly title: string;
  readonly status: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | undefined>;
  readonly body?: string | Buffer;
}

const QUERY = '{ number }';
const NAMED = 'query A { number } query B { number(of: 2) }';

const json = (body: unknown): string => JSON.stringify(body);
const asked = (query: string, more: Record<string, unknown> = {}): string => json({ query, ...more });
const ofSize = (bytes: number): string => {
  const body = asked(QUERY, { x: '' });
  return body.replace('""', `"${'x'.repeat(bytes - body.length)}"`);
};

const withType = (type: string, status: number): HttpRequest => ({
  title: `the content type ${json(type)}`,
  status,
  headers: { 'content-type': type },
  body: asked(QUERY),
});
const withHeader = (name: string, value: string, status = 200): HttpRequest => ({
  title: `${name}: ${value}`,
  status,
  headers: { [name]: value },
  body: asked(QUERY),
});
const withBody = (title: string, status: number, body: string | Buffer): HttpRequest => ({ title, status, body });

const OWN_PAGE = {
  authorization: undefined,
  origin: 'https://purser.example.com',
  'sec-fetch-site': 'same-origin',
  'x-purser-session': '1',
  cookie: `__Host-purser=${SESSION}`,
};
const cookie = (title: string, status: number, changed: Record<string, string | undefined>): HttpRequest => ({
  title: `a session's cookie ${title}`,
  status,
  headers: { ...OWN_PAGE, ...changed },
  body: asked(QUERY),
});

/** Requests of every kind, with the expected status of the response. */
export const HTTP_REQUESTS: readonly HttpRequest[] = [
  ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'PURGE'].map((method) => ({
    title: `the method ${method}`,
    method,
    status: 405,
  })),
  { title: 'a query by GET', method: 'GET', path: '/graphql?query={number}', status: 405 },
  { title: 'a preflight', method: 'OPTIONS', status: 204 },
  ...['https://dashboard.example.com', 'https://evil.example'].map((origin) => ({
    title: `a preflight from ${origin}`,
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
    status: 204,
  })),
  { title: 'a query beside the body', path: '/graphql?query={toy}', body: asked(QUERY), status: 200 },
  ...['/graphql/', '/GraphQL', '/graphql/x', '/graphql%2F', '/'].map((path) => ({
    title: `the path ${path}`,
    path,
    body: asked(QUERY),
    status: 404,
  })),

  withType('application/json', 200),
  withType('Application/JSON; charset="UTF-8"', 200),
  withType('application/json ;charset=utf-8', 200),
  withType('application/json; charset=utf-16', 415),
  withType('application/json; charset=iso-8859-1', 415),
  withType('application/json; charset=utf-8; x=y', 415),
  withType('application/json;', 415),
  withType('application/graphql', 400),
  withType('application/vnd.api+json', 400),
  withType('text/plain', 400),
  withType('application/x-www-form-urlencoded', 400),
  withType('multipart/form-data; boundary=x', 400),
  {
    title: 'plain text that says it is no form',
    headers: { 'content-type': 'text/plain', 'apollo-require-preflight': '1' },
    body: asked(QUERY),
    status: 400,
  },
  { title: 'no body', status: 400 },

  { title: 'gzip', headers: { 'content-encoding': 'gzip' }, body: gzipSync(asked(QUERY)), status: 415 },
  withHeader('content-encoding', 'br', 415),
  withHeader('content-encoding', 'identity, gzip', 415),
  withHeader('content-encoding', 'Identity'),
  withHeader('transfer-encoding', 'chunked'),
  {
    title: 'too many chunks',
    headers: { 'transfer-encoding': 'chunked' },
    body: ofSize(129 * 1024),
    status: 413,
  },
  withBody('128 KiB', 200, ofSize(128 * 1024)),
  withBody('a byte more', 413, ofSize(128 * 1024 + 1)),

  withHeader('origin', 'https://dashboard.example.com'),
  withHeader('origin', 'https://evil.example'),
  withHeader('origin', 'null'),
  withHeader('x-forwarded-for', '203.0.113.7'),
  withHeader('x-apollo-operation-name', 'A'),
  withHeader('traceparent', '00-11111111111111111111111111111111-2222222222222222-01'),

  withHeader('authorization', '', 401),
  withHeader('authorization', 'Bearer bad-key', 401),
  withHeader('authorization', KEY.toLowerCase(), 401),
  cookie('from our page', 200, {}),
  cookie('of an ended session', 401, { cookie: '__Host-purser=ended' }),
  cookie('from another page', 403, { origin: 'https://evil.example' }),
  cookie('from a sister page', 403, { 'sec-fetch-site': 'same-site' }),
  cookie('without our header', 403, { 'x-purser-session': '0' }),
  cookie('planted beside another', 401, { cookie: `__Host-purser=${SESSION}; __Host-purser=x` }),
  cookie('from another page beside a key', 200, { authorization: KEY, origin: 'https://evil.example' }),

  withHeader('accept', '*/*'),
  withHeader('accept', 'application/json'),
  withHeader('accept', 'application/graphql-response+json'),
  withHeader('accept', 'application/graphql-response+json, application/json;q=0.9'),
  withHeader('accept', 'multipart/mixed, application/json'),
  withHeader('accept', 'text/html', 406),
  withHeader('accept', 'image/png', 406),

  withBody('an empty text', 400, ' '),
  ...['null', '1', '"x"', 'true', 'nonsense', '{"query":"{ number }"', '{"query":"{ number }"} x'].map((body) =>
    withBody(`the body ${body}`, 400, body),
  ),
  withBody('no keys', 400, '{}'),
  withBody('an empty batch', 400, '[]'),
  withBody('a batch', 400, `[${asked(QUERY)}]`),
  withBody('a byte order mark', 200, `\uFEFF${asked(QUERY)}`),
  withBody('bytes that are no UTF-8', 200, Buffer.from(asked(`${QUERY} #\u00ff`), 'latin1')),
  withBody('32 levels', 200, `{"query":"${QUERY}","variables":{"a":${'['.repeat(30)}${']'.repeat(30)}}}`),
  withBody('33 levels', 400, `{"query":"${QUERY}","variables":{"a":${'['.repeat(31)}${']'.repeat(31)}}}`),
  withBody('the same key twice', 200, `{"query":"{ nothing }","query":"${QUERY}"}`),
  withBody('a key for the prototype', 200, `{"query":"${QUERY}","__proto__":{"x":1},"variables":{"__proto__":{}}}`),
  withBody('an unknown key', 200, asked(QUERY, { x: 1 })),
  ...[undefined, null, 1, '', { kind: 'Document' }].map((query) =>
    withBody(`the query ${json(query)}`, 400, json({ query, variables: {} })),
  ),
  ...[null, {}, { unknown: 1 }].map((variables) =>
    withBody(`the variables ${json(variables)}`, 200, asked(QUERY, { variables })),
  ),
  ...['{}', 1, []].map((variables) => withBody(`the variables ${json(variables)}`, 400, asked(QUERY, { variables }))),
  ...[null, {}, { client: { name: 'x' } }].map((extensions) =>
    withBody(`the extensions ${json(extensions)}`, 200, asked(QUERY, { extensions })),
  ),
  ...['{}', 1, []].map((extensions) =>
    withBody(`the extensions ${json(extensions)}`, 400, asked(QUERY, { extensions })),
  ),
  withBody('a persisted query', 200, asked(QUERY, { extensions: { persistedQuery: { version: 1 } } })),
  ...['A', 'B'].map((operationName) =>
    withBody(`the operation ${operationName}`, 200, asked(NAMED, { operationName })),
  ),
  ...[undefined, null, '', 'C'].map((operationName) =>
    withBody(`the operation ${json(operationName)} of two`, 400, asked(NAMED, { operationName })),
  ),
  withBody('a number for the operation', 400, asked(NAMED, { operationName: 1 })),
  withBody('no operation of this name', 400, asked(QUERY, { operationName: 'A' })),

  withBody('no GraphQL', 400, asked('{ not valid')),
  withBody('an unknown field', 400, asked('{ nothing }')),
  withBody('introspection', 400, asked('{ __schema { types { name } } }')),
  withBody('a subscription', 400, asked('subscription { ticks }')),
  withBody('a list', 200, asked('{ toys(first: 2) { edges { cursor node { id amount } } } }')),
  withBody(
    'a directive',
    200,
    asked('query ($is: Boolean!) { number @include(if: $is) }', { variables: { is: false } }),
  ),
  withBody('a fault in a nullable field', 200, asked('{ boom }')),
  withBody('a mutation', 200, asked('mutation { createToy(input: { amount: "1.5" }) { id amount } }')),
  withBody(
    'a mutation that refuses',
    200,
    asked('mutation { renameToy { toy { id } userErrors { code field message } } }'),
  ),
  withBody('a variable', 200, asked('query ($of: Int) { number(of: $of) }', { variables: { of: 7 } })),
  withBody(
    'a variable of another type',
    400,
    asked('query ($of: Int) { number(of: $of) }', { variables: { of: 'x' } }),
  ),
  withBody('a variable that is missing', 400, asked('query ($id: ID!) { toy(id: $id) { id } }')),
  withBody('a variable that is not used', 400, asked('query ($of: Int) { number }')),
];
