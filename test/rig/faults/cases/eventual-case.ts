import { setTimeout as delay } from 'node:timers/promises';
import { pollUntil } from '../../../../dev/processes/bounded-poll.js';
import type { Finding } from '../../audit/finding.js';
import type { LoadedStage } from '../../callers/loaded-stage.js';
import { askFor, type FaultCase } from './fault-case.js';

const PAYOUTS = 10;

// How far the provider's reads lag behind.
const BEHIND_MS = 5_000;

// Webhooks are retried after 1, 2, 4, … seconds.
const KNOWN_WITHIN_MS = 60_000;

/**
 * The provider does not show a new payout yet. Evidence that arrives before it can be verified must be kept until then.
 */
export const eventual: FaultCase = {
  roles: ['api,worker', 'api,worker'],
  run: async (stage) => ({
    findings: [
      await completeBehind(stage, {
        holds: 'what a webhook told of is known once it can be read',
        fault: 'dropAfterAccepting',
      }),
      await completeBehind(stage, { holds: 'what was answered is not called absent, and ends', fault: null }),
      {
        id: 'E2',
        holds: 'nobody is alarmed of what is only late',
        checked: PAYOUTS,
        violations: stage.alarms.filter((alarm) => alarm === 'payout_absent' || alarm === 'discrepancy_opened'),
      },
    ],
    figures: [],
  }),
};

async function completeBehind(
  stage: LoadedStage,
  { holds, fault }: { readonly holds: string; readonly fault: string | null },
): Promise<Finding> {
  const { control, load, postgres } = stage;
  const before = load.records.length;
  if (fault !== null) await control.setFault({ on: 'createPayout', fault, times: null });
  await control.setFault({ on: 'readPayout', fault: 'notFound', times: null });
  load.begin();
  await askFor(stage, PAYOUTS);
  await load.end();
  await delay(BEHIND_MS);
  await control.clearFaults();
  const ids = load.records.slice(before).flatMap((record) => record.ids);
  let open: string[] = [];
  await pollUntil(
    async () => {
      const rows = await postgres.query<{ id: string; status: string }>(
        `SELECT id, status FROM payouts WHERE id = ANY($1) AND status NOT IN ('COMPLETED', 'AWAITING_APPROVAL')`,
        [ids],
      );
      open = rows.map(({ id, status }) => `payout ${id} is ${status}`);
      return open.length === 0;
    },
    { withinMs: KNOWN_WITHIN_MS, everyMs: 500 },
  );
  return { id: 'E1', holds, checked: ids.length, violations: open };
}
