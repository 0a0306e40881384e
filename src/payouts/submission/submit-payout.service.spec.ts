import type { SendPermit } from '../../provider/port/send-permits.js';
import { OpenWork } from '../../platform/scheduling/open-work.js';
import type { AttemptRecorder } from './attempt-recorder.js';
import type { ClaimPayoutsService } from './claim-payouts.service.js';
import type { DatabaseFence } from '../gate/database-fence.js';
import type { PayoutsRepository, WantedPayouts } from '../core/persistence/payouts.repository.js';
import type { SendAttemptService } from './send-attempt.service.js';
import { SubmitPayoutService } from './submit-payout.service.js';

describe('submitting due payouts', () => {
  it("claims due payouts for every account even if one account's claim fails, and frees every permit", async () => {
    const claimed: string[] = [];
    let open = 0;
    const failure = new Error('The outcome of the commit is unknown');
    const permit = (): SendPermit => {
      open += 1;
      return { use: () => true, end: () => (open -= 1) };
    };
    const submission = new SubmitPayoutService(
      {
        claim: ({ accountId }: WantedPayouts) => {
          claimed.push(accountId);
          return accountId === 'one' ? Promise.reject(failure) : Promise.resolve({ claims: [], due: 1 });
        },
      } as Partial<ClaimPayoutsService> as ClaimPayoutsService,
      {} as DatabaseFence,
      {
        countDue: () => Promise.resolve(['one', 'other'].map((accountId) => ({ accountId, count: 1 }))),
      } as Partial<PayoutsRepository> as PayoutsRepository,
      { take: () => Promise.resolve({ permits: [permit()], reason: null }) },
      { hasRoom: true } as AttemptRecorder,
      {} as SendAttemptService,
      new OpenWork(),
    );
    await expect(submission.submitDue()).rejects.toBe(failure);
    expect(claimed).toEqual(['one', 'other']);
    expect(open).toBe(0);
  });
});
