import { PAYOUT_STATUSES, type PayoutStatus } from '../../core/domain/payout-status.js';
import { approvalRefusal, type Approver, changeRefusal, decliningRefusal, withdrawalRefusal } from './request-rules.js';

const PAYOUT = { status: 'AWAITING_APPROVAL', createdBy: 'maker', editedBy: ['editor'] } as const;
const APPROVER: Approver = { id: 'checker', isMaker: false, given: [], isGiver: false };

/** Returns the statuses in which a rule allows the request. */
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

  it('a person who neither made nor approved the payout can approve it', () => {
    expect(approvalRefusal(PAYOUT, APPROVER)).toBeNull();
    expect(approvalRefusal(PAYOUT, { ...APPROVER, given: ['somebody'] })).toBeNull();
  });

  it.each([
    [
      'the payout is not waiting for approval',
      { ...PAYOUT, status: 'APPROVED' },
      {},
      'NOT_AWAITING_APPROVAL',
      'no approval',
    ],
    ['the approver created the payout', PAYOUT, { id: 'maker' }, 'SAME_PERSON', 'You created'],
    ['the approver changed the payout', PAYOUT, { id: 'editor' }, 'SAME_PERSON', 'You changed'],
    [
      'the approver may be the person who created the payout',
      PAYOUT,
      { isMaker: true },
      'SAME_PERSON',
      'created or changed',
    ],
    [
      'the approver has approved the payout before',
      PAYOUT,
      { given: ['somebody', 'checker'] },
      'ALREADY_APPROVED',
      'already approved',
    ],
    [
      'the approver may be a person who approved the payout before',
      PAYOUT,
      { isGiver: true },
      'SAME_PERSON',
      'a key that approved',
    ],
  ] as const)('an approval is refused if %s', (_, payout, approver, code, text) => {
    const refusal = approvalRefusal(payout, { ...APPROVER, ...approver });
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(text) as string });
  });
});
