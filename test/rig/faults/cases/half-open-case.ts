import { pollUntil } from '../../../../dev/processes/bounded-poll.js';
import { askFor, type FaultCase, THREE_REPLICAS, untilRecorded } from './fault-case.js';

// The vanished server would cancel a statement after five seconds, and the client gives up two seconds later. Then it
// opens a new connection and claims.
const PAID_AGAIN_WITHIN_MS = 15_000;

const WATCHED_FOR_MS = 90_000;

/** All connections to the database hang, as if its machine had vanished. New connections work. */
export const halfOpen: FaultCase = {
  roles: THREE_REPLICAS,
  run: async (stage) => {
    const { load, postgres, control } = stage;
    load.begin();
    await askFor(stage, 30);
    postgres.address.hang();
    const hungAt = performance.now();
    const before = (await control.payouts()).length;
    await pollUntil(async () => (await control.payouts()).length > before, { withinMs: WATCHED_FOR_MS, everyMs: 50 });
    // The first payout booked after the hang may have been sent before it, so only later ones count.
    const settled = (await control.payouts()).length;
    await pollUntil(async () => (await control.payouts()).length > settled, { withinMs: WATCHED_FOR_MS, everyMs: 50 });
    const paidAfterMs = Math.round(performance.now() - hungAt);
    await load.end();
    await untilRecorded(stage);
    const isLate = paidAfterMs > PAID_AGAIN_WITHIN_MS;
    return {
      findings: [
        {
          id: 'H1',
          holds: 'payouts go out again within 15 s',
          checked: 1,
          violations: isLate ? [`the first went out after ${paidAfterMs} ms`] : [],
        },
      ],
      figures: [`First payout ${paidAfterMs} ms after all connections hung.`],
    };
  },
};
