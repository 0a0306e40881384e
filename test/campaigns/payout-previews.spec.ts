import { type Desk, openDesk } from '../support/desk.js';
import { endRecipientDay, endRecipientMinute } from '../support/payout-ageing.js';
import { changeState, expectAgreement, generatedLists, setBindingRules } from '../support/payout-previews.js';

const SEED = 20_290_605;
const INPUTS = 10_000;
const PER_PREVIEW = 25;

describe('previews of generated payouts', () => {
  let desk: Desk;

  beforeAll(async () => {
    // No worker moves a payout between a preview and what is compared with it.
    desk = await openDesk({ PURSER_ROLES: 'api' });
    await setBindingRules(desk);
  });

  afterAll(() => desk.close());

  it('previews and createPayout agree about 10,000 payouts', async () => {
    const lists = generatedLists('campaign', { seed: SEED, lists: INPUTS / PER_PREVIEW, length: PER_PREVIEW });
    const outcomes = new Set<string>();
    for (const [turn, inputs] of lists.entries()) {
      await changeState(desk, turn);
      // Otherwise the limits on comparing recipients end the trial.
      await endRecipientDay(desk.database);
      await endRecipientMinute(desk.database);
      for (const { foreseen, userErrors, isRepeat } of await expectAgreement(desk.purser.api, inputs)) {
        for (const { code } of userErrors) outcomes.add(code);
        for (const { kind } of foreseen?.waitingFor ?? []) outcomes.add(kind);
        if (isRepeat) outcomes.add('REPEAT');
        if (foreseen?.waitingFor.length === 0) outcomes.add('SENT');
      }
    }
    // Otherwise the trial might compare nothing but refusals.
    expect([...outcomes]).toEqual(
      expect.arrayContaining([
        ...['SENT', 'APPROVAL', 'GATE', 'LIMIT', 'REPEAT', 'IDEMPOTENCY_KEY_REUSED', 'EXTERNAL_ID_TAKEN'],
        ...['AMOUNT_NOT_POSITIVE', 'INSUFFICIENT_BALANCE', 'SERVICE_UNKNOWN', 'TEXT_INVALID'],
      ]),
    );
  }, 3_600_000);
});
