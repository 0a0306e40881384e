import { useEffect, useRef } from 'react';
import { readSettings } from '../settings/settings.js';

/** Handlers by `KeyboardEvent.key`. Each receives its key. */
export type Shortcuts = Readonly<Record<string, (key: string) => void>>;

/** Handles single-key shortcuts, except while typing, while a dialog or menu is open, or if they are turned off. */
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

// A select also handles letters, to pick an option.
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select') !== null;
}

function isAsked(): boolean {
  return document.querySelector('[role=dialog], [role=menu]') !== null;
}
