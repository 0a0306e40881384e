import { useEffect, useState } from 'react';

// Long enough that a brief switch to another tab does not stop the updates.
const AWAY_AFTER_MS = 5 * 60_000;

/** Whether the tab has been hidden for a while. Updates then stop, and catch up once it is visible again. */
export function useAway(): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      if (document.hidden) {
        timer = setTimeout(() => {
          setIsAway(true);
        }, AWAY_AFTER_MS);
      } else {
        setIsAway(false);
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isAway;
}
