import { PAYOUT_STATUSES, type PayoutStatus, type ProviderPayoutState } from '../../core/domain/payout-status.js';
import { findPaying, repeatRefusal } from './repeat-rules.js';

const payout = (
  status: PayoutStatus,
  more: { readonly sealedRecipient?: Buffer | null; readonly suspectedState?: ProviderPayoutState | null } = {},
) => ({ id: `the ${status} one`, status, suspectedState: null, sealedRecipient: Buffer.from('sealed'), ...more });

const ENDED_UNPAID = ['DECLINED', 'WITHDRAWN', 'REJECTED', 'CLOSED', 'FAILED', 'CANCELED', 'EXPIRED'] as const;

const OTHERS = PAYOUT_STATUSES.filter((status) => !ENDED_UNPAID.some((ended) => ended === status));

describe('rules of repeats', () => {
  it.each(ENDED_UNPAID)('a payout that is %s can be paid again', (status) => {
    expect(repeatRefusal(payout(status), [])).toBeNull();
    expect(
      repeatRefusal(
        payout(status),
        ENDED_UNPAID.map((ended) => payout(ended)),
      ),
    ).toBeNull();
  });

  it.each(OTHERS)('a payout that is %s cannot be paid again', (status) => {
    expect(repeatRefusal(payout(status), [])).toMatchObject({ code: 'NOT_REPEATABLE' });
  });

  it.each(OTHERS)('a payout cannot be paid again beside one that is %s', (status) => {
    const others = [payout('FAILED'), payout(status)];
    expect(repeatRefusal(payout('FAILED'), others)).toMatchObject({ code: 'ALREADY_REPEATED' });
    expect(findPaying(others)).toBe(others[1]);
  });

  it('a contradicted end of any of the payouts refuses a repeat', () => {
    const doubted = payout('FAILED', { suspectedState: 'COMPLETED' });
    expect(repeatRefusal(doubted, [])).toMatchObject({ code: 'PAYOUT_MAY_BE_PAID' });
    expect(repeatRefusal(payout('FAILED'), [doubted])).toMatchObject({ code: 'PAYOUT_MAY_BE_PAID' });
    expect(repeatRefusal(payout('FAILED', { suspectedState: 'EXPIRED' }), [])).toBeNull();
  });

  it('a purged recipient refuses a repeat', () => {
    const purged = payout('FAILED', { sealedRecipient: null });
    expect(repeatRefusal(purged, [])).toMatchObject({ code: 'RECIPIENT_PURGED' });
  });
});
