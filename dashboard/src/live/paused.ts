import { createContext, useContext } from 'react';

/** Whether people have stopped the pages from changing while they look at them. */
export const PausedContext = createContext(false);

export function usePaused(): boolean {
  return useContext(PausedContext);
}
