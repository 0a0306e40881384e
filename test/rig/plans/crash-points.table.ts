/** How far a payout is, as the database and the provider show it. */
export type Step = 'record waits' | 'claim waits' | 'is claimed' | 'is sent' | 'outcome waits' | 'is bound';

/** The fault that stops Purser: a lock that it needs, or that the COMMIT of a claim is not answered. */
export interface Stop {
  readonly by: { readonly lock: string } | 'unanswered claim';
  /** Once the payout is that far, the next stop begins and this one ends; the last one stays. */
  readonly until?: Step;
}

/** A step of a payout at which its process is killed, and what must become of it. */
export interface CrashPoint {
  readonly step: string;
  /** The first is taken before anybody asks for the payout. */
  readonly stops?: readonly Stop[];
  /** The provider's fault in it. */
  readonly fault?: { readonly on: 'createPayout'; readonly fault: string };
  /** By what the step is recognised; then the process is killed. */
  readonly reached: Step;
  readonly webhooks: 'come' | 'are lost';
  readonly payments: 0 | 1;
  readonly status: 'COMPLETED' | 'UNCONFIRMED';
}

const GATE = 'SELECT FROM payout_gate FOR UPDATE';

const UNANSWERED_CLAIM: Stop = { by: 'unanswered claim', until: 'is claimed' };

const CLAIMED = { step: 'claimed, not sent', stops: [UNANSWERED_CLAIM], reached: 'is claimed' } as const;

const SENT = {
  step: 'sent, not answered',
  fault: { on: 'createPayout', fault: 'hangAfterAccepting' },
  reached: 'is sent',
} as const;

const ANSWERED = {
  step: 'answered, outcome not recorded',
  stops: [UNANSWERED_CLAIM, { by: { lock: 'SELECT FROM payouts FOR UPDATE' } }],
  reached: 'outcome waits',
} as const;

const BOUND = { step: 'bound', reached: 'is bound' } as const;

const LOST = { webhooks: 'are lost' } as const;
const COME = { webhooks: 'come' } as const;

/** Nothing is sent twice, and what may have been paid waits for a person unless evidence tells. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  {
    step: 'asked for, not recorded',
    stops: [{ by: { lock: 'LOCK TABLE payouts IN SHARE MODE' } }],
    reached: 'record waits',
    ...COME,
    payments: 1,
    status: 'COMPLETED',
  },
  {
    step: 'recorded, claim not committed',
    stops: [{ by: { lock: GATE } }],
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
