import { type Client, createClient, fetchExchange, mapExchange, subscriptionExchange } from 'urql';
import { type ConnectionState, openLiveSocket } from './live-socket.js';
import { SESSION_HEADER } from './session.js';

interface ClientEvents {
  readonly onConnection: (state: ConnectionState) => void;
  /** Called when the session or its key has ended. */
  readonly onSignedOut: () => void;
  /** Called if the server no longer has the log from that position on, so that everything must be read again. */
  readonly onLost: () => void;
}

/** Creates the API client that all pages share, over HTTP and one socket. */
export function connect(events: ClientEvents): Client {
  const socket = openLiveSocket(events);
  return createClient({
    url: '/graphql',
    // The server reads documents from the body only.
    preferGetMethod: false,
    fetchOptions: { headers: { ...SESSION_HEADER, accept: 'application/json' }, credentials: 'same-origin' },
    // No cache: pages show current data, and read again when it changes.
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
