import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { focusNextRow, focusPreviousRow } from '../keyboard/rows.js';
import { useShortcuts } from '../keyboard/use-shortcuts.js';
import { useNavigation } from './navigation.js';

// The time people need between the two keys of a sequence.
const SEQUENCE_MS = 1_500;

// Approve and decline: both open a dialog, so a key alone never acts.
const BUTTON_KEYS = ['a', 'd'];

interface ShellDialogs {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}

/** Handles the shortcuts that work on every page. */
export function useShellShortcuts({ openPalette, openHelp }: ShellDialogs): void {
  const navigate = useNavigate();
  const pages = useNavigation().flatMap((group) => group.pages);
  const goesSince = useRef(-Infinity);
  const press = (key: string): void => {
    const isGoing = performance.now() - goesSince.current < SEQUENCE_MS;
    goesSince.current = -Infinity;
    const page = pages.find((one) => one.key === key);
    if (!isGoing) pressButton(key);
    else if (page) void navigate({ to: page.to });
  };
  const letters = new Set([...pages.map((page) => page.key), ...BUTTON_KEYS]);
  useShortcuts({
    ...Object.fromEntries([...letters].map((key) => [key, press])),
    g: () => {
      goesSince.current = performance.now();
    },
    j: focusNextRow,
    k: focusPreviousRow,
    '/': () => {
      const search = document.querySelector<HTMLElement>('main [data-search]');
      if (search) search.focus();
      else openPalette();
    },
    '?': openHelp,
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, [openPalette]);
}

/** Clicks the page's button for this shortcut. A disabled action's button only states its reason. */
function pressButton(key: string): void {
  document.querySelector<HTMLElement>(`main button[aria-keyshortcuts='${key}']`)?.click();
}
