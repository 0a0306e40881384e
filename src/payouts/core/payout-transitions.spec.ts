import { classifyMove, MoveRefusedError } from '../../common/state-machine.js';
import { Transaction } from '../../platform/database/transaction.js';
import { type SubmissionState, SUBMISSION_STATES } from './domain/submission-state.js';
import type { PayoutEntity } from './persistence/payout.entity.js';
import { AvailableFunds } from './domain/available-funds.js';
import { PayoutTransitions } from './payout-transitions.js';

const STATES = Object.keys(SUBMISSION_STATES) as SubmissionState[];

const PAIRS = STATES.flatMap((from) => STATES.map((to) => ({ from, to })));

const NO_FUNDS = new AvailableFunds<PayoutEntity>([]);

describe('payout transitions', () => {
  it.each(PAIRS)('a move from $from to $to succeeds exactly if the state table allows it', async ({ from, to }) => {
    const desk = new Desk([from]);
    const moved = desk.transitions.move(desk.tx, desk.payouts[0]!, desk.moveTo(to));
    if (classifyMove(SUBMISSION_STATES, from, to) === 'refused') {
      await expect(moved).rejects.toBeInstanceOf(MoveRefusedError);
      expect(desk.steps).toEqual([]);
    } else {
      await expect(moved).resolves.toBeUndefined();
      expect(desk.steps[0]).toBe(`${from} -> ${to}`);
    }
  });

  it('a move writes everything in a fixed order, and raises alarms after the commit', async () => {
    const desk = new Desk(['APPROVED']);
    await desk.transitions.move(desk.tx, desk.payouts[0]!, desk.moveTo('AWAITING_APPROVAL'));
    const steps = ['APPROVED -> AWAITING_APPROVAL', 'log', 'audit', 'besides', 'balance'];
    expect(desk.steps).toEqual(steps);
    desk.tx.runAfterCommit();
    expect(desk.steps).toEqual([...steps, 'alarm']);
  });

  it('a move to the status that readers already see is not logged', async () => {
    const desk = new Desk(['APPROVED']);
    await desk.transitions.move(desk.tx, desk.payouts[0]!, desk.moveTo('APPROVED'));
    expect(desk.steps).not.toContain('log');
  });

  it('a payout that has moved since it was read is not moved', async () => {
    const desk = new Desk(['APPROVED']);
    desk.stored.set('0', 'WITHDRAWN');
    await expect(desk.transitions.move(desk.tx, desk.payouts[0]!, desk.moveTo('SUBMITTING'))).rejects.toThrow(
      'Payout 0 cannot move from APPROVED to SUBMITTING',
    );
    expect(desk.steps).toEqual([]);
  });

  it.each([
    ['APPROVED', ['ask again', 'APPROVED -> AWAITING_APPROVAL', 'log', 'balance']],
    ['AWAITING_APPROVAL', ['ask again']],
    ['SUBMITTING', ['both paid']],
    ['UNCONFIRMED', ['both paid']],
    ['REJECTED', []],
  ] as const)('a payout found after its end stops its repeat, or raises an alarm: %s', async (state, steps) => {
    const desk = new Desk(['WITHDRAWN', state]);
    desk.others = desk.payouts.slice(1);
    await desk.transitions.move(desk.tx, desk.payouts[0]!, { ...desk.moveTo('ACCEPTED'), alarms: [] });
    expect(desk.steps).toEqual(['WITHDRAWN -> ACCEPTED', 'log', 'audit', 'besides', ...steps, 'balance']);
    desk.tx.runAfterCommit();
    expect(desk.steps.filter((each) => each === 'alarm')).toHaveLength(steps.length === 0 ? 0 : 1);
  });

  it.each([
    ['FAILED', null, false],
    ['FAILED', 'EXPIRED', false],
    ['FAILED', 'COMPLETED', true],
    ['COMPLETED', null, true],
  ] as const)(
    'a repeat that was not sent waits for a person if its first payout is %s with the doubt %s: %s',
    async (status, suspectedState, stops) => {
      const desk = new Desk(['SUBMITTING', 'ACCEPTED']);
      desk.others = desk.payouts.slice(1);
      Object.assign(desk.payouts[1]!, { status, suspectedState });
      await desk.transitions.move(desk.tx, desk.payouts[0]!, desk.moveTo('APPROVED'));
      expect(desk.steps.includes('APPROVED -> AWAITING_APPROVAL')).toBe(stops);
    },
  );

  it.each([
    ['APPROVED', 'COMPLETED', true],
    ['APPROVED', 'EXPIRED', false],
    ['UNCONFIRMED', 'COMPLETED', false],
  ] as const)('a repeat that is %s stops at the first doubt, if the doubt is %s: %s', async (state, doubt, stops) => {
    const desk = new Desk(['ACCEPTED', state]);
    desk.others = desk.payouts.slice(1);
    const failed = Object.assign(desk.payouts[0]!, { status: 'FAILED' });
    const provider = { providerState: 'FAILED', suspectedState: doubt } as never;
    await desk.transitions.move(desk.tx, failed, { ...desk.moveTo('ACCEPTED'), patch: { problem: null, provider } });
    expect(desk.steps.includes('ask again')).toBe(stops);
    expect(desk.steps).not.toContain('both paid');
  });

  it('a claim of several payouts takes one statement of each kind', async () => {
    const desk = new Desk(['APPROVED', 'APPROVED', 'APPROVED']);
    await expect(desk.claim()).resolves.toBe(true);
    expect(desk.steps).toEqual(['APPROVED -> SUBMITTING', 'log', 'besides', 'reserve']);
  });

  it.each(STATES.filter((state) => state !== 'APPROVED'))(
    'a claim of several payouts fails if one is %s',
    async (state) => {
      const desk = new Desk(['APPROVED', state]);
      await expect(desk.claim()).rejects.toBeInstanceOf(MoveRefusedError);
      expect(desk.steps).toEqual([]);
    },
  );
});

/** Payouts in these states, and the steps that `PayoutTransitions` takes with them. */
class Desk {
  readonly steps: string[] = [];
  /** The payouts that pay the same. */
  others: readonly PayoutEntity[] = [];
  readonly stored: Map<string, SubmissionState>;
  readonly payouts: readonly PayoutEntity[];
  readonly tx = new Transaction({} as Transaction['manager']);
  readonly transitions: PayoutTransitions;

  constructor(states: readonly SubmissionState[]) {
    this.stored = new Map(states.map((state, index) => [String(index), state]));
    this.payouts = states.map(
      (state, index) => ({ id: String(index), submissionState: state, status: state }) as never,
    );
    const step = (name: string) => (): Promise<true> => {
      this.steps.push(name);
      return Promise.resolve(true);
    };
    const move = (_: unknown, ids: string[], { from, to }: Record<'from' | 'to', string>): Promise<void> => {
      const isThere = ids.every((id) => this.stored.get(id) === from);
      if (!isThere) throw new MoveRefusedError(`Payout ${ids.join(', ')}`, from, to);
      this.steps.push(`${from} -> ${to}`);
      for (const id of ids) this.stored.set(id, to as SubmissionState);
      return Promise.resolve();
    };
    this.transitions = new PayoutTransitions(
      { move } as never,
      { follow: step('balance'), reserve: step('reserve') } as never,
      { append: step('log') } as never,
      { record: step('audit') } as never,
      {
        raiseAfter: (tx: Transaction) => {
          tx.afterCommit(() => this.steps.push('alarm'));
        },
      } as never,
      {
        lockOthers: () => Promise.resolve(this.others),
        askAgain: step('ask again'),
        noteBothPaid: step('both paid'),
      } as never,
    );
  }

  moveTo(to: SubmissionState): Parameters<PayoutTransitions['move']>[2] {
    return {
      to,
      patch: { problem: null },
      cause: 'OPERATOR',
      evidence: {},
      audit: { action: 'payout.tested', before: null, after: null, reason: null },
      alarms: [{ code: 'payout_corrected' }],
      besides: () => {
        this.steps.push('besides');
        return Promise.resolve();
      },
    };
  }

  claim(): Promise<boolean> {
    return this.transitions.claim(this.tx, {
      payouts: this.payouts.map((payout) => ({ payout, evidence: {} })),
      funds: NO_FUNDS,
      patch: { problem: null, isClaim: true },
      cause: 'API',
      besides: this.moveTo('SUBMITTING').besides!,
    });
  }
}
