import { PAYOUT_WAITS, type WaitingPayout, waitsOf } from './payout-wait.js';

const NOW = Date.parse('2026-07-01T12:00:00.000Z');
const at = (time: string): Date => new Date(`2026-07-01T${time}.000Z`);
const OPEN = { isOpen: true, changedAt: at('09:00:00') };
const SHUT = { isOpen: false, changedAt: at('11:00:00') };

const payout = (changes: Partial<WaitingPayout> = {}): WaitingPayout => ({
  status: 'APPROVED',
  problem: null,
  waitsFor: null,
  waitsSince: null,
  nextAttemptAt: at('12:00:05'),
  approvalsNeeded: 0,
  createdAt: at('10:00:00'),
  ...changes,
});

const kindsOf = (changes: Partial<WaitingPayout>, gate = OPEN): readonly string[] =>
  waitsOf(payout(changes), { gate, commits: null }, NOW).map(({ kind }) => kind);

describe("a payout's waits", () => {
  it('a payout that is about to be sent, is on its way or has ended waits for nothing', () => {
    expect(kindsOf({})).toEqual([]);
    expect(kindsOf({ status: 'SUBMITTING', waitsFor: 'RETRY' }, SHUT)).toEqual([]);
    expect(kindsOf({ status: 'COMPLETED', waitsFor: 'LIMIT' }, SHUT)).toEqual([]);
  });

  it('a shut gate is listed first, from when it was shut or, if later, when the payout was created', () => {
    const waits = waitsOf(
      payout({ waitsFor: 'LIMIT', waitsSince: at('10:30:00'), problem: 'Above 100 BRL.' }),
      { gate: SHUT, commits: null },
      NOW,
    );
    expect(waits).toEqual([
      { kind: 'GATE', message: expect.stringContaining('gate is shut') as string, since: SHUT.changedAt },
      { kind: 'LIMIT', message: 'Above 100 BRL.', since: at('10:30:00') },
    ]);
    const [later] = waitsOf(payout({ createdAt: '2026-07-01 11:30:00' }), { gate: SHUT, commits: null }, NOW);
    expect(later?.since).toBe('2026-07-01 11:30:00');
  });

  it('a payout without its approvals waits only for them, even if the gate is shut', () => {
    expect(kindsOf({ status: 'AWAITING_APPROVAL', approvalsNeeded: 2 }, SHUT)).toEqual(['APPROVAL']);
  });

  it('a payout that is overdue although nothing blocks it waits for the request budget', () => {
    expect(kindsOf({ nextAttemptAt: at('11:59:45') })).toEqual(['BUDGET']);
    expect(kindsOf({ nextAttemptAt: at('11:59:45') }, SHUT)).toEqual(['GATE']);
    expect(kindsOf({ nextAttemptAt: at('11:59:55') })).toEqual([]);
  });

  it.each([
    ['NO_STANDBY', '12:00:05', 'do not wait for a synchronous standby'],
    ['NO_STANDBY', '11:59:45', 'do not wait for a synchronous standby'],
    ['HANG', '11:59:45', 'do not end'],
  ] as const)(
    'if commits are %s, a payout due at %s waits for the standby, not for the request budget',
    (commits, due, sentence) => {
      const waiting = payout({ nextAttemptAt: at(due) });
      expect(waitsOf(waiting, { gate: OPEN, commits }, NOW)).toEqual([
        {
          kind: 'STANDBY',
          message: expect.stringContaining(sentence) as string,
          since: commits === 'HANG' ? at(due) : at('10:00:00'),
        },
      ]);
      expect(waitsOf(waiting, { gate: SHUT, commits }, NOW)).toMatchObject([{ kind: 'GATE' }]);
      expect(waitsOf(payout({ waitsFor: 'LIMIT' }), { gate: OPEN, commits }, NOW)).toMatchObject([{ kind: 'LIMIT' }]);
    },
  );

  it('a payout that may be sent any moment waits for nothing, even while commits hang', () => {
    expect(waitsOf(payout(), { gate: OPEN, commits: 'HANG' }, NOW)).toEqual([]);
  });

  it('a wait without a stored start and text lasts since the creation and has the text of its kind', () => {
    expect(waitsOf(payout({ waitsFor: 'BALANCE' }), { gate: OPEN, commits: null }, NOW)).toEqual([
      { kind: 'BALANCE', message: PAYOUT_WAITS.BALANCE, since: at('10:00:00') },
    ]);
  });

  it.each([
    [1, 'Another person must approve it.'],
    [2, '2 people must approve it.'],
  ])('if %i approvals are missing, the text is: %s', (approvalsNeeded, message) => {
    const waiting = payout({ status: 'AWAITING_APPROVAL', approvalsNeeded, waitsSince: at('10:30:00') });
    expect(waitsOf(waiting, { gate: null, commits: null }, NOW)).toEqual([
      { kind: 'APPROVAL', message, since: at('10:30:00') },
    ]);
  });

  it('a payout waits for the request budget from ten seconds after it was due', () => {
    const due = (nextAttemptAt: WaitingPayout['nextAttemptAt']): unknown =>
      waitsOf(payout({ nextAttemptAt }), { gate: null, commits: null }, NOW);
    expect(due(at('11:59:50'))).toEqual([]);
    expect(due(null)).toEqual([]);
    expect(due('2026-07-01 11:59:49.999')).toEqual([
      { kind: 'BUDGET', message: PAYOUT_WAITS.BUDGET, since: '2026-07-01 11:59:49.999' },
    ]);
  });
});
