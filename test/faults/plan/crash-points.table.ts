/** A step of a payout at which its process is killed, and what must become of it. */
export interface CrashPoint {
  readonly step: string;
  /** Locked before anybody asks for the payout: Purser stops where it needs it. */
  readonly lock?: string;
  /** Locked once the attempt is claimed; the first lock is given back then. */
  readonly lockOnceClaimed?: string;
  /** What the provider does wrong with it. */
  readonly fault?: { readonly on: 'createPayout'; readonly fault: string };
  /** By what the step is recognised; then the process is killed. */
  readonly reached: 'record waits' | 'claim waits' | 'is claimed' | 'is sent' | 'outcome waits' | 'is bound';
  readonly webhooks: 'come' | 'are lost';
  readonly payments: 0 | 1;
  readonly status: 'COMPLETED' | 'UNCONFIRMED';
}

// A claimed payout asks the shared request budget before anything else.
const BUDGET = 'LOCK TABLE provider_budget IN ACCESS EXCLUSIVE MODE';

const CLAIMED = { step: 'claimed, not sent', lock: BUDGET, reached: 'is claimed' } as const;

const SENT = {
  step: 'sent, not answered',
  fault: { on: 'createPayout', fault: 'hangAfterAccepting' },
  reached: 'is sent',
} as const;

const ANSWERED = {
  step: 'answered, outcome not recorded',
  lock: BUDGET,
  lockOnceClaimed: 'SELECT FROM payouts FOR UPDATE',
  reached: 'outcome waits',
} as const;

const BOUND = { step: 'bound', reached: 'is bound' } as const;

const LOST = { webhooks: 'are lost' } as const;
const COME = { webhooks: 'come' } as const;

/** Nothing is sent twice, and what may have been paid waits for a person unless evidence tells. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  {
    step: 'asked for, not recorded',
    lock: 'LOCK TABLE payouts IN SHARE MODE',
    reached: 'record waits',
    ...COME,
    payments: 1,
    status: 'COMPLETED',
  },
  {
    step: 'recorded, claim not committed',
    lock: 'SELECT FROM payout_gate FOR UPDATE',
    reached: 'claim waits',
    ...COME,
    payments: 1,
    status: 'COMPLETED',
  },
  { ...CLAIMED, ...COME, payments: 0, status: 'UNCONFIRMED' },
  { ...SENT, ...COME, payments: 1, status: 'COMPLETED' },
  { ...SENT, ...LOST, payments: 1, status: 'UNCONFIRMED' },
  { ...ANSWERED, ...COME, payments: 1, status: 'COMPLETED' },
  { ...ANSWERED, ...LOST, payments: 1, status: 'UNCONFIRMED' },
  { ...BOUND, ...COME, payments: 1, status: 'COMPLETED' },
  { ...BOUND, ...LOST, payments: 1, status: 'COMPLETED' },
];
