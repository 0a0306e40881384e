import { createContext, useContext } from 'react';

/** Whether pages stand still: people have stopped them, or nobody sees them. */
export const PausedContext = createContext(false);

export function usePaused(): boolean {
  return useContext(PausedContext);
}
