import type { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import type { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import type { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { BindingReviewService } from './binding-review.service.js';
import type { PayoutBindingsService } from './payout-bindings.service.js';
import type { PayoutReadResult, ReadBackPayoutService } from './read-back-payout.service.js';

const ACCEPTED_AT = new Date('2026-11-01T10:00:00Z');
const LATER = new Date('2026-11-01T10:00:01Z');
const ABSENT: PayoutReadResult = { kind: 'absent', isSuspected: false };

/**
 * The service under test with a stored payout and the result of its read-back. Notes the read-backs and removed
 * bindings.
 */
class Desk {
  readonly steps: string[] = [];
  readonly service: BindingReviewService;

  constructor(payout: Partial<PayoutEntity> | null, read: PayoutReadResult) {
    const note = <Result>(step: string, result: Result): Promise<Result> => {
      this.steps.push(step);
      return Promise.resolve(result);
    };
    const stored = payout && {
      id: 'payout',
      providerPayoutId: 'p-1',
      acceptedAt: ACCEPTED_AT,
      readBackAt: null,
      ...payout,
    };
    this.service = new BindingReviewService(
      { run: (work: (tx: unknown) => unknown) => work('tx') } as unknown as UnitOfWork,
      { findById: () => Promise.resolve(stored) } as unknown as PayoutsRepository,
      { readBack: () => note('read back', read) } as unknown as ReadBackPayoutService,
      {
        disprove: (_tx: unknown, _locked: unknown, { providerPayoutId }: { providerPayoutId: string }) =>
          note(`disprove ${providerPayoutId}`, undefined),
      } as unknown as PayoutBindingsService,
      { lockWithPayout: () => Promise.resolve({}) } as unknown as PayoutAttemptsRepository,
    );
  }

  review(attempt: Partial<PayoutAttemptEntity> = {}) {
    const given = { id: 'attempt', payoutId: 'payout', providerPayoutId: 'p-1', reason: 'RESPONSE', ...attempt };
    return this.service.review(given as PayoutAttemptEntity, 'WEBHOOK');
  }
}

describe('reviewing a binding', () => {
  it.each([
    ['the attempt has no id', {}, { providerPayoutId: null }],
    ['the payout is bound to another id', { providerPayoutId: 'p-2' }, {}],
    ['neither has an id', { providerPayoutId: null }, { providerPayoutId: null }],
  ])('finds no binding and reads nothing back if %s', async (_, payout, attempt) => {
    const desk = new Desk(payout, ABSENT);
    expect(await desk.review(attempt)).toEqual({ kind: 'free' });
    expect(desk.steps).toEqual([]);
  });

  it.each<[string, PayoutReadResult, object]>([
    ['disproves it', { kind: 'disproved' }, { kind: 'free' }],
    ['agrees', { kind: 'applied', isSuspected: false }, { kind: 'stands' }],
    ['differs', { kind: 'mismatch' }, { kind: 'stands' }],
    ['fails', { kind: 'unavailable', reason: 'timeout' }, { kind: 'unavailable', reason: 'timeout' }],
    [
      'does not show the payout yet',
      { kind: 'absent', isSuspected: true },
      { kind: 'unavailable', reason: 'not_shown_yet' },
    ],
  ])('after a read-back that %s, removes no binding itself', async (_, read, review) => {
    const desk = new Desk({}, read);
    expect(await desk.review()).toEqual(review);
    expect(desk.steps).toEqual(['read back']);
  });

  it('removes a binding made by a plain answer if the provider does not know the payout', async () => {
    const desk = new Desk({}, ABSENT);
    expect(await desk.review()).toEqual({ kind: 'free' });
    expect(desk.steps).toEqual(['read back', 'disprove p-1']);
  });

  it.each([
    ['by a person', {}, { reason: 'OPERATOR_BOUND' as const }],
    ['that a read-back has agreed with', { readBackAt: LATER }, {}],
  ])('keeps a binding %s even if the provider does not know the payout', async (_, payout, attempt) => {
    const desk = new Desk(payout, ABSENT);
    expect(await desk.review(attempt)).toEqual({ kind: 'stands' });
    expect(desk.steps).toEqual(['read back']);
  });

  it("throws if the attempt's payout is missing", async () => {
    await expect(new Desk(null, ABSENT).review()).rejects.toThrow('Attempt attempt has no payout');
  });
});
