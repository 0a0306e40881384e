import { CloseCode, createClient, type FormattedExecutionResult, type Sink } from 'graphql-ws';

/** Shown in the header of every page. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'paused';

interface SocketEvents {
  readonly onConnection: (state: ConnectionState) => void;
  /** Called when the session or its key has ended. */
  readonly onSignedOut: () => void;
}

export interface LiveSocket {
  /** @returns a function that ends the subscription */
  readonly subscribe: (
    document: string,
    variables: Readonly<Record<string, unknown>>,
    sink: Sink<FormattedExecutionResult>,
  ) => () => void;
}

// After a restart all pages reconnect at once. A random delay spreads them over some seconds.
const LONGEST_RETRY_MS = 10_000;

// When the user moves from one page to the next, nothing is subscribed for a moment, and the socket must stay open.
const KEEP_OPEN_MS = 5_000;

const SIGNED_OUT: ReadonlySet<number> = new Set([CloseCode.Unauthorized, CloseCode.Forbidden]);

/**
 * Opens the one socket of all live data. It reconnects by itself, to any replica, and resumes each subscription after
 * the last received cursor, so no change is lost or delivered twice.
 */
export function openLiveSocket({ onConnection, onSignedOut }: SocketEvents): LiveSocket {
  const socket = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    lazyCloseTimeout: KEEP_OPEN_MS,
    retryAttempts: Infinity,
    shouldRetry: (closed) => !(closed instanceof CloseEvent && SIGNED_OUT.has(closed.code)),
    retryWait: (retries) =>
      new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(LONGEST_RETRY_MS, 500 * 2 ** retries))),
    on: {
      connected: () => {
        onConnection('live');
      },
      closed: (event) => {
        const { code } = event as CloseEvent;
        if (SIGNED_OUT.has(code)) onSignedOut();
        // Code 1000 means that this side closed the socket, because nothing was subscribed.
        else if (code !== 1000) onConnection('reconnecting');
      },
    },
  });
  return {
    subscribe: (query, variables, sink) => {
      // Resent after a reconnect, with the cursor set below.
      const request = { query, variables: { ...variables } };
      return socket.subscribe(request, {
        ...sink,
        next: (result: FormattedExecutionResult) => {
          const cursor = cursorOf(result.data);
          if (cursor !== null) request.variables['after'] = cursor;
          sink.next(result);
        },
      });
    },
  };
}

/** Returns a change's position in the log. Each subscription is one field, and each change selects its cursor. */
function cursorOf(data: FormattedExecutionResult['data']): string | null {
  const [change] = Object.values(data ?? {});
  if (typeof change !== 'object' || change === null || !('cursor' in change)) return null;
  return String(change.cursor);
}
