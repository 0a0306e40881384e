import { createContext, useContext } from 'react';
import type { ConnectionState } from '../api/live-socket.js';

export interface Connection {
  readonly state: ConnectionState;
  /** When the state began; while reconnecting, this tells the age of the shown data. */
  readonly since: Date;
  /** When everything was last read again because changes could not be resumed; null if that never happened. */
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
