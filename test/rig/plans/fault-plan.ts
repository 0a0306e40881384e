import type { SeededRandom } from './seeded-random.js';

/** A fault in a part of the system while payouts are being sent. */
export type Fault =
  | { readonly kind: 'killReplica'; readonly replica: number }
  | { readonly kind: 'pauseReplica'; readonly replica: number; readonly forMs: number }
  | { readonly kind: 'crashDatabase' }
  | { readonly kind: 'terminateConnections'; readonly share: number }
  | { readonly kind: 'killProvider' }
  | { readonly kind: 'endAtProvider'; readonly step: 'fail' | 'cancel' | 'expire' };

export interface PlannedFault {
  /** Number of requested payouts after which the fault starts. */
  readonly afterPayouts: number;
  readonly fault: Fault;
}

/**
 * Relative frequency of each kind. Purser's processes die most often, because any line of code may be the last one
 * executed. Faults of the provider are the rarest: after its death no replica calls it for ten seconds, so nothing else
 * can fail meanwhile.
 */
const WEIGHTS: Readonly<Record<Fault['kind'], number>> = {
  killReplica: 6,
  pauseReplica: 4,
  terminateConnections: 4,
  endAtProvider: 3,
  crashDatabase: 2,
  killProvider: 1,
};

const KINDS = Object.keys(WEIGHTS) as Fault['kind'][];
const LOTTERY = KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));

// One fault per dozen payouts: most payouts meet a fault, and enough succeed to be compared.
const PAYOUTS_PER_FAULT = 12;

/** Plans the faults and their times. The first faults cover every kind, so that a short run meets all of them. */
export function planFaults({
  payouts,
  replicas,
  random,
}: {
  readonly payouts: number;
  readonly replicas: number;
  readonly random: SeededRandom;
}): PlannedFault[] {
  const count = Math.max(KINDS.length, Math.floor(payouts / PAYOUTS_PER_FAULT));
  // The first payouts meet no fault, because they show that the system works at all.
  return Array.from({ length: count }, (_, position) => ({
    afterPayouts: Math.floor(((position + 0.5) / count) * payouts),
    fault: draw({ kind: KINDS[position] ?? random.pick(LOTTERY), replicas, random }),
  }));
}

function draw({
  kind,
  replicas,
  random,
}: {
  readonly kind: Fault['kind'];
  readonly replicas: number;
  readonly random: SeededRandom;
}): Fault {
  switch (kind) {
    case 'killReplica':
      return { kind, replica: random.integer({ from: 0, to: replicas - 1 }) };
    case 'pauseReplica':
      // From less than the provider's timeout to well over the timeout and the send window, which together are 3.5 s.
      return {
        kind,
        replica: random.integer({ from: 0, to: replicas - 1 }),
        forMs: random.integer({ from: 1_000, to: 5_000 }),
      };
    case 'terminateConnections':
      return { kind, share: random.pick([0.2, 0.5, 1]) };
    case 'endAtProvider':
      return { kind, step: random.pick(['fail', 'cancel', 'expire'] as const) };
    case 'crashDatabase':
    case 'killProvider':
      return { kind };
  }
}
