import { FINAL_PAYOUT_STATUSES, PAYOUT_STATUSES } from '../../core/domain/payout-status.js';
import { outcomeRefusal } from './payout-outcome.js';

describe('refusals by outcome', () => {
  it('exist exactly for the final statuses of payouts that were not paid', () => {
    const refused = PAYOUT_STATUSES.filter((status) => outcomeRefusal({ status, problem: null }) !== null);
    const unpaid = FINAL_PAYOUT_STATUSES.filter((status) => status !== 'COMPLETED');
    expect([...refused].sort()).toEqual([...unpaid].sort());
  });

  it("contain the provider's reason", () => {
    expect(outcomeRefusal({ status: 'REJECTED', problem: 'No such wallet' })).toEqual({
      code: 'PROVIDER_REFUSED',
      field: null,
      message: 'No such wallet',
    });
  });
});
