import { createContext, useContext } from 'react';
import type { ConnectionState } from '../api/live-socket.js';

export interface Connection {
  readonly state: ConnectionState;
  /** When the state began: while reconnecting, how old the pages are. */
  readonly since: Date;
}

export const ConnectionContext = createContext<Connection>({ state: 'connecting', since: new Date() });

export function useConnection(): Connection {
  return useContext(ConnectionContext);
}
