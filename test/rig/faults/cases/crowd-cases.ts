import { pollUntil } from '../../../../dev/processes/bounded-poll.js';
import { examine, type Finding } from '../../audit/finding.js';
import { checkPayments } from '../../audit/payment-invariants.js';
import { readProviderBook } from '../../stage/sandbox/provider-book.js';
import type { LoadedStage } from '../../callers/loaded-stage.js';
import { checkNothingUnknown, DEFAULT_GATE, type FaultCase, THREE_REPLICAS, unapproved } from './fault-case.js';

/** More concurrent payouts than can be sent at once. */
interface Crowd {
  readonly payouts: number;
  readonly roles: readonly string[];
  readonly variables?: NodeJS.ProcessEnv;
  /** The delay of each answer from the provider. */
  readonly answersAfterMs?: number;
}

// Twice as long as the slowest case. A budget of 5 gives 3.6 sustained requests a second: 150 payouts are sent in 42 s
// and read back in another 42 s. With 48 connections, 200 answers of 10 s each take 50 s.
const SENT_WITHIN_MS = 120_000;
const ENDED_WITHIN_MS = 180_000;

/** All replicas share a budget of 5 requests a second. */
export const scarceBudget = crowdCase({
  payouts: 150,
  roles: THREE_REPLICAS,
  variables: { PROVIDER_REQUESTS_PER_SECOND: '5' },
});

/** The provider answers late, and a replica has 48 connections for payouts. */
export const slowProvider = crowdCase({ payouts: 200, roles: ['api,worker'], answersAfterMs: 10_000 });

/** A single replica with ten connections to the database, and no other limit. */
export const oneReplica = crowdCase({ payouts: 200, roles: ['api,worker'] });

/**
 * Sends more concurrent payouts than can be sent together. Each must wait for its slot before it is claimed; otherwise
 * it would be claimed again and again.
 */
function crowdCase({ payouts, roles, variables, answersAfterMs = 0 }: Crowd): FaultCase {
  return {
    roles,
    // The default profile, so that payouts are not read back immediately, which would use up slots in the budget.
    variables: { ...DEFAULT_GATE, PROVIDER_TIMEOUT_MS: '15000', PROVIDER_PROFILE_FILE: '', ...variables },
    run: async (stage) => {
      const { control, load, postgres } = stage;
      // Webhooks about these payouts would cause read-backs, which would use up slots in the budget as well.
      await control.changeSettings({ payoutProcessingDelayMs: null, payoutCompletionDelayMs: null });
      if (answersAfterMs > 0) {
        await control.setFault({ on: 'createPayout', fault: 'answerSlowly', delayMs: answersAfterMs, times: null });
      }
      const begunAt = performance.now();
      const told = await load.askAtOnce(unapproved(stage).slice(0, payouts));
      const answeredMs = Math.round(performance.now() - begunAt);
      await pollUntil(async () => (await countUnsent(stage)) === 0, { withinMs: SENT_WITHIN_MS, everyMs: 100 });
      const sentMs = Math.round(performance.now() - begunAt);
      const findings = [...(await checkAttempts(stage, payouts)), ...(await checkNothingUnknown(stage))];
      const outcomes = await postgres.query<{ outcome: string; times: number }>(
        `SELECT state || coalesce(' ' || reason, '') AS outcome, count(*)::int AS times FROM payout_attempts GROUP BY 1`,
      );
      await control.clearFaults();
      await complete(stage);
      return {
        findings,
        figures: [
          `${payouts} payouts at once on ${roles.length}; attempts: ${outcomes.map(({ outcome, times }) => `${times} ${outcome}`).join(', ')}.`,
          `The last caller was answered after ${answeredMs} ms, ${told} of them that the payout waits, ${load.unanswered.length} with an error.`,
          `The last payout was accepted after ${sentMs} ms.`,
        ],
      };
    },
  };
}

async function countUnsent({ postgres }: LoadedStage): Promise<number> {
  const [row] = await postgres.query<{ unsent: number }>(
    'SELECT count(*)::int AS unsent FROM payouts WHERE provider_payout_id IS NULL',
  );
  return row?.unsent ?? 0;
}

async function checkAttempts({ control, subject, postgres }: LoadedStage, payouts: number): Promise<Finding[]> {
  const attempts = await subject.attempts();
  const made = await postgres.query<{ id: string; status: string }>('SELECT id, status FROM payouts');
  return [
    ...checkPayments({ book: await readProviderBook(control), attempts }),
    examine({ id: 'A1', holds: 'one attempt of each payout' }, made, ({ id, status }) => {
      const count = attempts.filter(({ payoutId }) => payoutId === id).length;
      return count === 1 ? null : `payout ${id} is ${status} with ${count} attempts`;
    }),
    examine({ id: 'A2', holds: 'each payout that was asked for is there' }, [made.length], (count) =>
      count === payouts ? null : `there are ${count} of ${payouts}`,
    ),
  ];
}

/** Completes all payouts at the provider, and in Purser through webhooks. */
async function complete({ control, postgres }: LoadedStage): Promise<void> {
  for (const { id } of await control.payouts()) await control.movePayout(id, 'complete');
  await pollUntil(
    async () => (await postgres.query(`SELECT FROM payouts WHERE status <> 'COMPLETED' LIMIT 1`)).length === 0,
    { withinMs: ENDED_WITHIN_MS, everyMs: 500 },
  );
}
