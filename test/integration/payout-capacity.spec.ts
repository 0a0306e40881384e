import { type Desk, openDesk } from '../support/desk.js';
import { faultMatch, payoutInput, payoutWhen, recordedPayout } from '../support/payouts.js';

describe('payouts that cannot go out at once', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({
      PROVIDER_REQUESTS_PER_SECOND: '5',
      PAYOUT_GATE_MAX_UNCONFIRMED: '1000',
      PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT: '100',
    });
  });

  afterAll(() => desk.close());

  it('wait for their place in the budget without an attempt, and are sent by the first one', async () => {
    const payouts = await Promise.all(Array.from({ length: 25 }, () => recordedPayout(desk.purser.api)));
    for (const payout of payouts) {
      const { attempts } = await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'CREATED');
      expect(attempts).toMatchObject([{ state: 'ACCEPTED' }]);
    }
  });

  it('wait without an attempt while the payment service does not answer, and say so', async () => {
    for (let failures = 0; failures < 5; failures += 1) {
      const input = payoutInput();
      await desk.sandbox.setFault({
        on: 'createPayout',
        fault: 'serverErrorBeforeAccepting',
        match: faultMatch(input),
      });
      expect(await recordedPayout(desk.purser.api, input)).toMatchObject({ status: 'UNCONFIRMED' });
    }
    const payout = await recordedPayout(desk.purser.api);
    expect(payout).toMatchObject({ status: 'APPROVED', attempts: [] });
    const waiting = await payoutWhen(desk.purser.api, payout, ({ problem }) => problem !== null);
    expect(waiting).toMatchObject({
      status: 'APPROVED',
      attempts: [],
      problem: 'Nothing was sent (circuit_open); it is tried again.',
    });
    const sent = await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'CREATED');
    expect(sent.attempts).toMatchObject([{ state: 'ACCEPTED' }]);
  });
});
