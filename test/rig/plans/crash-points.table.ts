/** How far a payout has come, as seen in the database and at the provider. */
export type Step = 'record waits' | 'claim waits' | 'is claimed' | 'is sent' | 'outcome waits' | 'is bound';

/** How Purser is stopped: by a lock that the test holds, or by a claim whose COMMIT is not answered. */
export interface Stop {
  readonly by: { readonly lock: string } | 'unanswered claim';
  /** When the payout reaches this step, the next stop begins and this one ends. The last stop remains. */
  readonly until?: Step;
}

/** A step of a payout at which its process is killed, and the expected result. */
export interface CrashPoint {
  readonly step: string;
  /** The first stop begins before the payout is requested. */
  readonly stops?: readonly Stop[];
  /** A fault of the provider during the call. */
  readonly fault?: { readonly on: 'createPayout'; readonly fault: string };
  /** The step at which the process is killed. */
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

/** No payout may be sent twice, and without evidence a payout that may have been paid waits for a person. */
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
