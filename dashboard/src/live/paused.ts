import { createContext, useContext } from 'react';

/** Whether live updates are suspended: the user paused them, or the tab is hidden. */
export const PausedContext = createContext(false);

export function usePaused(): boolean {
  return useContext(PausedContext);
}
