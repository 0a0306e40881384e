import type { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { OpenWork } from '../../platform/scheduling/open-work.js';
import type { PatientWork } from '../../platform/scheduling/patient-work.js';
import { PayoutGateReviews } from './payout-gate-reviews.js';
import type { PayoutGateService } from './payout-gate.service.js';

// A review that waits for nothing ends within this many promise ticks.
const TURNS = Array.from({ length: 12 }, (_, turns) => turns);

describe('gate reviews', () => {
  let made: number;
  let reviews: PayoutGateReviews;

  beforeEach(() => {
    made = 0;
    const gate = {
      review: () => {
        made += 1;
        return Promise.resolve();
      },
    } as Partial<PayoutGateService> as PayoutGateService;
    const doing = { run: (work: (tx: unknown) => unknown) => work(null) };
    reviews = new PayoutGateReviews(
      doing as unknown as UnitOfWork,
      gate,
      doing as unknown as PatientWork,
      new OpenWork(),
    );
  });

  it.each(TURNS)('a review starts after the request, even %i ticks after the last one started', async (turns) => {
    void reviews.request();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const before = made;
    await reviews.request();
    expect(made).toBe(before + 1);
  });

  it('requests during a review share the next one', async () => {
    void reviews.request();
    await Promise.all([reviews.request(), reviews.request(), reviews.request()]);
    expect(made).toBe(2);
  });
});
