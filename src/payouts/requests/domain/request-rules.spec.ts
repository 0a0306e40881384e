import { PAYOUT_STATUSES, type PayoutStatus } from '../../core/domain/payout-status.js';
import { approvalRefusal, type Approver, changeRefusal, decliningRefusal, withdrawalRefusal } from './request-rules.js';

const PAYOUT = { status: 'AWAITING_APPROVAL', createdBy: 'maker', editedBy: ['editor'] } as const;
const APPROVER: Approver = { id: 'checker', isMaker: false, given: [], isGiver: false };

/** The statuses in which a rule refuses nothing. */
function allowedBy(rule: (payout: { readonly status: PayoutStatus }) => unknown): readonly PayoutStatus[] {
  return PAYOUT_STATUSES.filter((status) => rule({ status }) === null);
}

describe('request rules', () => {
  it('only a payout that waits for approval can be declined', () => {
    expect(allowedBy(decliningRefusal)).toEqual(['AWAITING_APPROVAL']);
    expect(decliningRefusal({ status: 'COMPLETED' })?.code).toBe('NOT_AWAITING_APPROVAL');
  });

  it('a payout can be withdrawn until it is claimed', () => {
    expect(allowedBy(withdrawalRefusal)).toEqual(['AWAITING_APPROVAL', 'APPROVED']);
    expect(withdrawalRefusal({ status: 'SUBMITTING' })?.code).toBe('PAYOUT_ALREADY_SENT');
  });

  it('a payout can be changed until its first claim', () => {
    expect(allowedBy(({ status }) => changeRefusal({ status, attemptsMade: 0 }))).toEqual([
      'AWAITING_APPROVAL',
      'APPROVED',
    ]);
    expect(allowedBy(({ status }) => changeRefusal({ status, attemptsMade: 1 }))).toEqual([]);
    expect(changeRefusal({ status: 'UNCONFIRMED', attemptsMade: 0 })?.code).toBe('NOT_CHANGEABLE');
    expect(changeRefusal({ status: 'APPROVED', attemptsMade: 1 })?.code).toBe('NOT_CHANGEABLE');
  });

  it('a person who was not involved can approve', () => {
    expect(approvalRefusal(PAYOUT, APPROVER)).toBeNull();
    expect(approvalRefusal(PAYOUT, { ...APPROVER, given: ['somebody'] })).toBeNull();
  });

  it.each([
    ['a payout that waits for nothing', { ...PAYOUT, status: 'APPROVED' }, {}, 'NOT_AWAITING_APPROVAL', 'no approval'],
    ['who created it', PAYOUT, { id: 'maker' }, 'SAME_PERSON', 'You created'],
    ['who changed it', PAYOUT, { id: 'editor' }, 'SAME_PERSON', 'You changed'],
    ['who may have created it', PAYOUT, { isMaker: true }, 'SAME_PERSON', 'created or changed'],
    ['who approved it', PAYOUT, { given: ['somebody', 'checker'] }, 'ALREADY_APPROVED', 'already approved'],
    ['who may have approved it', PAYOUT, { isGiver: true }, 'SAME_PERSON', 'a key that approved'],
  ] as const)('refuse an approval of or by %s', (_, payout, approver, code, text) => {
    const refusal = approvalRefusal(payout, { ...APPROVER, ...approver });
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(text) as string });
  });
});
