import type { Desk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  bookedPayout,
  faultMatch,
  payoutInput,
  payoutWhen,
  recordedPayout,
  unconfirmedPayout,
} from '../support/payouts.js';
import { expectCompletedOnce, openWebhookDesk, untilWebhooksSettled } from '../support/payout-webhooks-delivery.js';
import { faultStage } from '../support/fault-stage.js';

/** Faults of the webhook about PROCESSING. The webhook about COMPLETED follows without a fault. */
const FAULTS = [
  { fault: 'lose' },
  { fault: 'delay', delayMs: 400 },
  { fault: 'duplicate', copies: 20 },
  { fault: 'reorder' },
  { fault: 'forge', variant: 'otherId' },
  ...['notJson', 'noId', 'invalidId', 'pathTraversalId', 'otherId'].map((variant) => ({
    fault: 'corruptBody',
    variant,
  })),
];

describe('payout webhooks out of order', () => {
  let desk: Desk;
  let api: GraphqlClient;

  faultStage(async () => {
    // Polls are a day apart, so everything is learned from webhooks.
    desk = await openWebhookDesk('observe', { payoutCheckDelaysSeconds: [86_400] });
    api = desk.purser.api;
    return desk;
  });

  describe.each(['CREATED', 'UNCONFIRMED'])('payout that is %s in Purser', (status) => {
    it.each(FAULTS.map((fault) => [JSON.stringify(fault), fault] as const))(
      'completes once, despite %s',
      async (_, fault) => {
        const input = payoutInput();
        await desk.sandbox.setFault({ on: 'payoutWebhook', ...fault, match: faultMatch(input) });
        const payout = await (status === 'CREATED'
          ? recordedPayout(api, input)
          : unconfirmedPayout(desk, { isMade: true, input }));
        const { id } = await bookedPayout(desk.sandbox, payout);
        await desk.sandbox.movePayout(id, 'process');
        await desk.sandbox.movePayout(id, 'complete');
        await payoutWhen(api, payout, (now) => now.status === 'COMPLETED');
        await untilWebhooksSettled(desk);
        await expectCompletedOnce(desk, payout);
      },
    );
  });

  it('webhooks that arrive before the answer to the creation bind the same payout once', async () => {
    const payouts = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const input = payoutInput();
        await desk.sandbox.setFault({ on: 'createPayout', fault: 'webhookBeforeAnswer', match: faultMatch(input) });
        return recordedPayout(api, input);
      }),
    );
    for (const payout of payouts) await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
    await untilWebhooksSettled(desk);
    for (const payout of payouts) await expectCompletedOnce(desk, payout);
  });
});
