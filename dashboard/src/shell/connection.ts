import { createContext, useContext } from 'react';
import type { ConnectionState } from '../api/live-socket.js';

export interface Connection {
  readonly state: ConnectionState;
  /** When the state began: while reconnecting, how old the pages are. */
  readonly since: Date;
  /** When all was read again, since its changes could not be followed; null while that was not needed. */
  readonly readAgainAt: Date | null;
}

export const ConnectionContext = createContext<Connection>({
  state: 'connecting',
  since: new Date(),
  readAgainAt: null,
});

export function useConnection(): Connection {
  return useContext(ConnectionContext);
}
