import { useSyncExternalStore } from 'react';

export const THEMES = ['SYSTEM', 'LIGHT', 'DARK'] as const;
export const ZONES = ['DEVICE', 'UTC'] as const;

/** Display settings, stored per device. */
export interface Settings {
  readonly theme: (typeof THEMES)[number];
  readonly zone: (typeof ZONES)[number];
  /** Whether single-key shortcuts work. People who use speech input or a switch device turn them off. */
  readonly hasShortcuts: boolean;
}

const PLACE = 'purser.settings';

let settings = parse(localStorage.getItem(PLACE));
const listeners = new Set<() => void>();

/** Parses stored settings. Any script on this origin may have written them, so unknown values are ignored. */
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

/** Applies the settings, now and whenever another tab changes them. */
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
