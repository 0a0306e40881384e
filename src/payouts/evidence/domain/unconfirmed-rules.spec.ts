import { PAYOUT_STATUSES } from '../../core/domain/payout-status.js';
import {
  coolOffRefusal,
  isUnconfirmed,
  mayLackAttempt,
  refreshRefusal,
  unconfirmedRefusal,
} from './unconfirmed-rules.js';

const OPEN = { isOpen: true, restoredAt: null };
const SHUT = { isOpen: false, restoredAt: null };
const RESTORED = new Date('2026-07-01T12:00:00.000Z');

const payout = { status: 'APPROVED', approvalReason: null, isHeld: false } as const;
const WAITING = { ...payout, status: 'AWAITING_APPROVAL' } as const;

describe("deciding whether the database may have lost a payout's attempt", () => {
  it.each([
    ['a lost payment blocks it', { ...payout, isHeld: true }, OPEN, true],
    ['it may repeat a payment', { ...WAITING, approvalReason: 'POSSIBLE_DUPLICATE' }, OPEN, true],
    ['it waits for another reason', { ...WAITING, approvalReason: 'POLICY' }, OPEN, false],
    [
      'it is approved although it may repeat a payment',
      { ...payout, approvalReason: 'POSSIBLE_DUPLICATE' },
      SHUT,
      false,
    ],
    ['the gate is shut', payout, SHUT, false],
    ['the database was replaced and the gate is open', payout, { isOpen: true, restoredAt: RESTORED }, false],
    ['the database was replaced and the gate is shut', payout, { isOpen: false, restoredAt: RESTORED }, true],
    ['the database was replaced while it waited', WAITING, { isOpen: true, restoredAt: RESTORED }, true],
  ] as const)('gives the right answer if %s', (_, standing, gate, expected) => {
    expect(mayLackAttempt(standing, gate)).toBe(expected);
  });

  it('denies it for every status with a live attempt', () => {
    const shut = { isOpen: false, restoredAt: RESTORED };
    expect(PAYOUT_STATUSES.filter((status) => mayLackAttempt({ ...payout, status, isHeld: true }, shut))).toEqual([
      'AWAITING_APPROVAL',
      'DECLINED',
      'WITHDRAWN',
      'APPROVED',
    ]);
  });
});

describe('rules for unconfirmed payouts', () => {
  it('a payout is unconfirmed only with that status and a live attempt', () => {
    expect(isUnconfirmed({ id: 'p', status: 'UNCONFIRMED' }, {})).toBe(true);
    expect(isUnconfirmed({ id: 'p', status: 'UNCONFIRMED' }, null)).toBe(false);
    expect(isUnconfirmed({ id: 'p', status: 'SUBMITTING' }, {})).toBe(false);
  });

  it('an unconfirmed payout can be closed only after the cool-off', () => {
    expect(coolOffRefusal(true)).toBeNull();
    expect(coolOffRefusal(false)?.code).toBe('TOO_EARLY');
  });

  it("the refusal contains the payout's id and status", () => {
    const refusal = unconfirmedRefusal({ id: 'p-1', status: 'COMPLETED' });
    expect(refusal.code).toBe('NOT_UNCONFIRMED');
    expect(refusal.message).toContain('p-1 is completed');
  });

  it('a payout can be read back only if its provider id is known', () => {
    expect(refreshRefusal({ providerPayoutId: '71' })).toBeNull();
    expect(refreshRefusal({ providerPayoutId: null })?.code).toBe('PAYOUT_NOT_AT_PROVIDER');
  });
});
