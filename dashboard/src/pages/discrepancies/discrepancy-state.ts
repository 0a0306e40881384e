import type { Tone } from '../../design/status.js';

export const DISCREPANCY_STATES = ['OPEN', 'CLOSED'] as const;

export type DiscrepancyState = (typeof DISCREPANCY_STATES)[number];

export const DISCREPANCY_TONES = { OPEN: 'warn', CLOSED: 'done' } as const satisfies Readonly<
  Record<DiscrepancyState, Tone>
>;

export function stateOf({ isOpen }: { readonly isOpen: boolean }): DiscrepancyState {
  return isOpen ? 'OPEN' : 'CLOSED';
}
