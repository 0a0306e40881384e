import { CloseCode, createClient, type FormattedExecutionResult, type Sink } from 'graphql-ws';

/** Told in the head of every page. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'paused';

interface SocketEvents {
  readonly onConnection: (state: ConnectionState) => void;
  /** The session has ended, or its key has. */
  readonly onSignedOut: () => void;
}

export interface LiveSocket {
  /** @returns ends the subscription */
  readonly subscribe: (
    document: string,
    variables: Readonly<Record<string, unknown>>,
    sink: Sink<FormattedExecutionResult>,
  ) => () => void;
}

// After a restart all pages come back at once; spread, they come over some seconds.
const LONGEST_RETRY_MS = 10_000;

// From one page to the next nobody subscribes for a moment.
const KEEP_OPEN_MS = 5_000;

const SIGNED_OUT: ReadonlySet<number> = new Set([CloseCode.Unauthorized, CloseCode.Forbidden]);

/**
 * The one socket of all live parts. It comes back by itself, on whatever replica, and each subscription with the cursor
 * of the last change that it was given: nothing that happened meanwhile is missing, and nothing comes twice.
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
        // Closed by this side, since nobody subscribes.
        else if (code !== 1000) onConnection('reconnecting');
      },
    },
  });
  return {
    subscribe: (query, variables, sink) => {
      // It is sent again, as it is by then, whenever the socket comes back.
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

/** Where a change stands in the log. Every subscription is one field, and every change selects its cursor. */
function cursorOf(data: FormattedExecutionResult['data']): string | null {
  const [change] = Object.values(data ?? {});
  if (typeof change !== 'object' || change === null || !('cursor' in change)) return null;
  return String(change.cursor);
}
