import { type Client, createClient, fetchExchange, mapExchange, subscriptionExchange } from 'urql';
import { type ConnectionState, openLiveSocket } from './live-socket.js';
import { SESSION_HEADER } from './session.js';

interface ClientEvents {
  readonly onConnection: (state: ConnectionState) => void;
  /** The session has ended, or its key has. */
  readonly onSignedOut: () => void;
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
        onError: ({ graphQLErrors }) => {
          if (graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED')) events.onSignedOut();
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
