import { useEffect, useRef } from 'react';
import { readSettings } from '../settings/settings.js';

/** Acts by the key that does them, as browsers name it, and each called with its key. */
export type Shortcuts = Readonly<Record<string, (key: string) => void>>;

/** Has single keys do something, unless somebody types, is asked something, or has switched them off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !readSettings().hasShortcuts) return;
      if (isTyping(event.target) || isAsked()) return;
      const shortcut = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!shortcut) return;
      event.preventDefault();
      shortcut(event.key);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
}

// A select takes letters, too: they choose in it.
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select') !== null;
}

function isAsked(): boolean {
  return document.querySelector('[role=dialog], [role=menu]') !== null;
}
