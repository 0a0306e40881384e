import { useSyncExternalStore } from 'react';

export const THEMES = ['SYSTEM', 'LIGHT', 'DARK'] as const;
export const ZONES = ['DEVICE', 'UTC'] as const;

/** How somebody likes their pages, on this device. */
export interface Settings {
  readonly theme: (typeof THEMES)[number];
  /** In which times and days are shown. */
  readonly zone: (typeof ZONES)[number];
  /** Whether single keys do something. People who speak to their device, or share a keyboard with a switch, turn them off. */
  readonly hasShortcuts: boolean;
}

const PLACE = 'purser.settings';

let settings = parse(localStorage.getItem(PLACE));
const listeners = new Set<() => void>();

/** Takes what it understands of a text that anything on this origin may have written. */
function parse(text: string | null): Settings {
  const { theme, zone, hasShortcuts } = objectOf(text);
  return {
    theme: THEMES.find((known) => known === theme) ?? 'SYSTEM',
    zone: ZONES.find((known) => known === zone) ?? 'DEVICE',
    hasShortcuts: hasShortcuts !== false,
  };
}

function objectOf(text: string | null): Partial<Record<keyof Settings, unknown>> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Partial<Record<keyof Settings, unknown>>;
  } catch {
    return {};
  }
}

function show(changed: Settings): void {
  settings = changed;
  document.documentElement.dataset['theme'] = settings.theme.toLowerCase();
  for (const listener of listeners) listener();
}

/** Shows the pages as they are liked, from now on and whenever another tab changes that. */
export function applySettings(): void {
  show(settings);
  addEventListener('storage', ({ key, newValue }) => {
    if (key === PLACE) show(parse(newValue));
  });
}

export function changeSettings(changes: Partial<Settings>): void {
  const changed = { ...settings, ...changes };
  localStorage.setItem(PLACE, JSON.stringify(changed));
  show(changed);
}

export const readSettings = (): Settings => settings;

export function useSettings(): Settings {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readSettings);
}
