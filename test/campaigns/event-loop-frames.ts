import type { GraphQLSchema } from 'graphql';
import type WebSocket from 'ws';
import { SUBSCRIPTIONS_DEFAULTS } from '../../src/platform/graphql/subscriptions/subscriptions-options.js';
import { BODIES, DOCUMENTS, PATTERNS, repeated, repeatedAsIs } from './event-loop-patterns.js';
import { leavesOf } from './event-loop-positions.js';

const MAX_FRAME = SUBSCRIPTIONS_DEFAULTS.maxFrameBytes;

/** Length of a text within a message, leaving room for the rest of the message. */
const MAX_TEXT = MAX_FRAME - 512;

/** So many small frames that the socket reads many of them at a time. */
const MANY = 10_000;

const SUBSCRIPTION = 'subscription { orderStatusChanged { cursor } }';

/**
 * Byte sequences that are not valid UTF-8: an invalid byte, incomplete characters, a surrogate, and an overlong form.
 */
const NO_TEXTS = [[0xff], [0xc3, 0x28], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0xaf]];

/** A named way of sending frames over a socket. */
export interface HeldSocket {
  readonly name: string;
  readonly write: (socket: WebSocket) => void;
}

/** What an accepted socket may send: messages with a repeated text in each place, and frames that are not messages. */
export function socketsOf(schema: GraphQLSchema): HeldSocket[] {
  return [...subscriptions(schema), ...messages(), ...frames(), ...manyFrames()];
}

/** What a socket may send before it is accepted. */
export function strangersSockets(): HeldSocket[] {
  const places: Readonly<Record<string, (text: string) => unknown>> = {
    key: (text) => ({ Authorization: text }),
    'bearer key': (text) => ({ Authorization: `Bearer ${text}` }),
    name: (text) => ({ [text]: 1 }),
    'many names': (text) => manyKeys(text),
    list: (text) => ({ Authorization: Array<string>(1_000).fill(text.slice(0, 3)) }),
  };
  return Object.entries(places).flatMap(([place, payloadOf]) =>
    PATTERNS.map((pattern) =>
      message(`connection_init ${place} ${pattern}`, {
        type: 'connection_init',
        payload: payloadOf(repeated(pattern, MAX_TEXT)),
      }),
    ),
  );
}

/** Subscriptions with a repeated text in each argument, including cursors, and in the other fields of the request. */
function subscriptions(schema: GraphQLSchema): HeldSocket[] {
  const around: Readonly<Record<string, (text: string) => object>> = {
    operationName: (text) => ({ operationName: text }),
    extension: (text) => ({ extensions: { text } }),
    'name of an extension': (text) => ({ extensions: { [text]: 1 } }),
    extensions: (text) => ({ extensions: manyKeys(text) }),
    'unknown variable': (text) => ({ variables: { [text]: 1 } }),
    'unknown variables': (text) => ({ variables: manyKeys(text) }),
  };
  return [
    ...leavesOf(schema, ['subscription']).flatMap((leaf) =>
      PATTERNS.map((pattern) => {
        const variables = leaf.variables(repeated(pattern, MAX_TEXT));
        return subscribe(`${leaf.name} ${pattern}`, { query: leaf.document, variables });
      }),
    ),
    ...DOCUMENTS.map((pattern) =>
      subscribe(`query ${pattern}`, { query: `subscription { ${repeated(pattern, MAX_TEXT)} }` }),
    ),
    ...Object.entries(around).flatMap(([place, partOf]) =>
      PATTERNS.map((pattern) =>
        subscribe(`${place} ${pattern}`, { query: SUBSCRIPTION, ...partOf(repeated(pattern, MAX_TEXT)) }),
      ),
    ),
    ...PATTERNS.map((pattern) => subscribe(`id ${pattern}`, { query: SUBSCRIPTION }, repeated(pattern, MAX_TEXT))),
  ];
}

function messages(): HeldSocket[] {
  const places: Readonly<Record<string, (text: string) => object>> = {
    type: (text) => ({ type: text }),
    'id to complete': (text) => ({ type: 'complete', id: text }),
    ping: (text) => ({ type: 'ping', payload: { text } }),
    'ping of names': (text) => ({ type: 'ping', payload: manyKeys(text) }),
    pong: (text) => ({ type: 'pong', payload: { [text]: text.slice(0, 8) } }),
  };
  return Object.entries(places).flatMap(([place, messageOf]) =>
    PATTERNS.map((pattern) => message(`${place} ${pattern}`, messageOf(repeated(pattern, MAX_TEXT)))),
  );
}

/** Frames that are not messages: not JSON, deeply nested or broken JSON, and invalid UTF-8. */
function frames(): HeldSocket[] {
  return [
    ...[...BODIES, ...PATTERNS].flatMap((pattern) => [
      text(`text ${pattern}`, repeatedAsIs(pattern, MAX_FRAME)),
      text(`value ${pattern}`, `{"type":"ping","payload":{"a":${repeatedAsIs(pattern, MAX_TEXT)}}}`),
    ]),
    text('lists', `{"type":"ping","payload":{"a":[${'[[[[[[[[[[]]]]]]]]]],'.repeat(MAX_TEXT / 22)}1]}}`),
    text('number', `{"type":"ping","payload":{"a":${'1'.repeat(MAX_TEXT)}}}`),
    ...NO_TEXTS.map((bytes) => ({
      name: `bytes ${bytes.join(' ')}`,
      write: (socket: WebSocket) => {
        socket.send(Buffer.alloc(MAX_FRAME, Buffer.from(bytes)), { binary: false });
      },
    })),
    {
      name: 'no text',
      write: (socket) => {
        socket.send(Buffer.alloc(MAX_FRAME, '{"type":"ping"}'));
      },
    },
  ];
}

/** Many small frames at a time. */
function manyFrames(): HeldSocket[] {
  const many = (name: string, write: HeldSocket['write'], count = MANY): HeldSocket => ({
    name,
    write: (socket) => {
      for (let sent = 0; sent < count; sent += 1) write(socket);
    },
  });
  const pings = many('pings of the protocol', (socket) => {
    socket.send('{"type":"ping"}');
  });
  const parts = many(
    'parts of a byte',
    (socket) => {
      socket.send(' ', { fin: false });
    },
    MAX_FRAME - 1,
  );
  return [
    pings,
    many('no JSON', (socket) => {
      socket.send('x');
    }),
    many('empty', (socket) => {
      socket.send('');
    }),
    many('pings', (socket) => {
      socket.ping();
    }),
    many('pongs', (socket) => {
      socket.pong('x'.repeat(100));
    }),
    many('subscriptions', (socket) => {
      socket.send(JSON.stringify({ type: 'subscribe', id: crypto.randomUUID(), payload: { query: SUBSCRIPTION } }));
    }),
    {
      name: parts.name,
      write: (socket) => {
        parts.write(socket);
        socket.send('1');
      },
    },
    many('empty parts', (socket) => {
      socket.send('', { fin: false });
    }),
  ];
}

function subscribe(name: string, payload: object, id = '1'): HeldSocket {
  return message(`subscribe ${name}`, { type: 'subscribe', id, payload });
}

function message(name: string, content: object): HeldSocket {
  return text(name, JSON.stringify(content));
}

function text(name: string, data: string): HeldSocket {
  if (Buffer.byteLength(data) > MAX_FRAME) throw new Error(`Too large to be looked at: ${name}`);
  return {
    name: `frame ${name}`,
    write: (socket) => {
      socket.send(data);
    },
  };
}

/**
 * Returns an object with 1,000 keys that begin with the first three characters of a text, which JSON writes as escapes.
 */
function manyKeys(text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${text.slice(0, 3)}${n}`, n]));
}
