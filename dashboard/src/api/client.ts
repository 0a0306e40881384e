import { type Client, createClient, fetchExchange, mapExchange, subscriptionExchange } from 'urql';
import { type ConnectionState, openLiveSocket } from './live-socket.js';
import { SESSION_HEADER } from './session.js';

interface ClientEvents {
  readonly onConnection: (state: ConnectionState) => void;
  /** The session has ended, or its key has. */
  readonly onSignedOut: () => void;
  /** The place in the log from which a page would follow is not known to Purser: what was read must be read again. */
  readonly onLost: () => void;
}

/** The client of the API that all pages share, over HTTP and one socket. */
export function connect(events: ClientEvents): Client {
  const socket = openLiveSocket(events);
  return createClient({
    url: '/graphql',
    // The document is in the body alone, where it is looked at once.
    preferGetMethod: false,
    fetchOptions: { headers: { ...SESSION_HEADER, accept: 'application/json' }, credentials: 'same-origin' },
    // No cache: a page shows what Purser says now, and reads again when something changed.
    requestPolicy: 'network-only',
    exchanges: [
      mapExchange({
        onError: ({ graphQLErrors }, { kind }) => {
          const refusals = graphQLErrors.map(({ extensions }) => extensions);
          if (refusals.some(({ code }) => code === 'UNAUTHENTICATED')) events.onSignedOut();
          if (kind === 'subscription' && refusals.some(isOfCursor)) events.onLost();
        },
      }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: socket.subscribe(query, variables ?? {}, sink) }),
        }),
      }),
    ],
  });
}

function isOfCursor({ code, field }: Readonly<Record<string, unknown>>): boolean {
  return code === 'BAD_USER_INPUT' && Array.isArray(field) && field.includes('after');
}
