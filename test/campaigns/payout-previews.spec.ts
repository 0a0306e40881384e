import { type Desk, openDesk } from '../support/desk.js';
import { endRecipientDay, endRecipientMinute } from '../support/payout-ageing.js';
import { changeState, expectAgreement, generatedLists, setBindingRules } from '../support/payout-previews.js';

const SEED = 20_290_605;
const INPUTS = 10_000;
const PER_PREVIEW = 25;

describe('previews of generated payouts', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
    await setBindingRules(desk);
  });

  afterAll(() => desk.close());

  it('previews and createPayout agree about 10,000 payouts', async () => {
    const lists = generatedLists('campaign', { seed: SEED, lists: INPUTS / PER_PREVIEW, length: PER_PREVIEW });
    for (const [turn, inputs] of lists.entries()) {
      await changeState(desk, turn);
      // Otherwise the limits on comparing recipients end the trial.
      await endRecipientDay(desk.database);
      await endRecipientMinute(desk.database);
      await expectAgreement(desk.purser.api, inputs);
    }
  }, 3_600_000);
});
