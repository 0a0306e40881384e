import { setTimeout as delay } from 'node:timers/promises';
import { pollUntil } from '../../../../dev/processes/bounded-poll.js';
import type { Finding } from '../../audit/finding.js';
import { readProviderBook } from '../../stage/sandbox/provider-book.js';
import type { LoadedStage } from '../../callers/loaded-stage.js';
import type { SeenChange } from '../../subjects/purser-subject.js';
import { askFor, checkNothingUnknown, type FaultCase, unapproved, untilRecorded } from './fault-case.js';

const CLOSE_UNCONFIRMED = `mutation ($input: CloseUnconfirmedPayoutInput!) {
  closeUnconfirmedPayout(input: $input) { changeRequest { id contentHash } userErrors { code message } } }`;

interface CloseAnswer {
  readonly closeUnconfirmedPayout: { readonly changeRequest: SeenChange | null };
}

/** Marks each of a payout's transactions by a statement that it contains. */
const TRANSACTIONS = {
  record: /INSERT INTO "?payouts"?/,
  claim: /INSERT INTO "?payout_attempts"?/,
  outcome: /UPDATE "?payout_attempts"? SET state/,
};

const LOST_ANSWERS = 10;

const STEP_WITHIN_MS = 60_000;

// More than the two seconds within which a claimed payout must be sent.
const SENT_WITHIN_MS = 5_000;

/** The answer to a COMMIT is lost, arrives only after people have decided, or is read late by the process. */
export const commitAnswer: FaultCase = {
  roles: ['api', 'api,worker'],
  run: async (stage) => {
    const findings: Finding[] = [];
    const figures: string[] = [];
    for (const [name, writes] of Object.entries(TRANSACTIONS)) figures.push(await loseAnswers(stage, name, writes));
    findings.push(...(await checkNothingUnknown(stage)));
    const frozen = stage.replicas[0];
    findings.push(
      await claimLate(stage, {
        holds: 'a claim whose commit is answered late sends nothing',
        position: 1,
        begin: () => 'is held',
        end: () => {
          stage.postgres.address.passCommits();
        },
      }),
      await claimLate(stage, {
        holds: 'a claim whose process was stopped sends nothing',
        position: 2,
        begin: () => {
          frozen?.freeze();
          return 'passes';
        },
        end: () => {
          stage.postgres.address.passCommits();
          frozen?.thaw();
        },
      }),
    );
    return { findings, figures };
  },
};

async function loseAnswers(stage: LoadedStage, name: string, writes: RegExp): Promise<string> {
  const { load, postgres } = stage;
  let lost = 0;
  postgres.address.decideCommits((sent) => {
    if (lost >= LOST_ANSWERS || !writes.test(sent)) return 'passes';
    lost += 1;
    return 'is lost';
  });
  stage.lead('all replicas');
  load.begin();
  await pollUntil(() => lost >= LOST_ANSWERS, { withinMs: STEP_WITHIN_MS });
  await askFor(stage, 5);
  await load.end();
  await untilRecorded(stage);
  return `Lost the answers to ${lost} commits of the transaction that writes the ${name}.`;
}

/**
 * Makes the first replica claim a payout and receive the answer late. Meanwhile two people let another replica send it.
 */
async function claimLate(
  stage: LoadedStage,
  {
    holds,
    position,
    begin,
    end,
  }: {
    readonly holds: string;
    /** The request's position from the end of the plan, so that each is used once. */
    readonly position: number;
    readonly begin: () => 'is held' | 'passes';
    readonly end: () => void;
  },
): Promise<Finding> {
  const { postgres, subject, control, replicaUrls } = stage;
  // Callers do not reach the end of the plan.
  const request = unapproved(stage).at(-position);
  if (!request) throw new Error('A plan without small amounts');
  const [first = '', second = ''] = replicaUrls;
  let isClaimed = false;
  postgres.address.decideCommits((sent) => {
    if (isClaimed || !TRANSACTIONS.claim.test(sent)) return 'passes';
    isClaimed = true;
    return begin();
  });
  const asked = subject.ask(request, first).catch(() => null);
  const payout = await awaitPayout(postgres, request.idempotencyKey, 'SUBMITTING');
  // Skips the half minute until the deadline, and the hour until the payout may be closed.
  await postgres.query(
    `UPDATE payout_attempts SET deadline_at = now(), claimed_at = claimed_at - interval '2 hours' WHERE payout_id = $1`,
    [payout],
  );
  await awaitPayout(postgres, request.idempotencyKey, 'UNCONFIRMED');
  const input = { payoutId: payout, resend: true, reference: 'They do not have it.' };
  const { closeUnconfirmedPayout } = await subject.send<CloseAnswer>(second, 'operator', {
    query: CLOSE_UNCONFIRMED,
    input,
  });
  await subject.confirm(second, closeUnconfirmedPayout);
  const paid = async (): Promise<number> =>
    (await readProviderBook(control)).payouts.filter(
      ({ account }) => account.requisites === request.recipient.requisites,
    ).length;
  await pollUntil(async () => (await paid()) > 0, { withinMs: STEP_WITHIN_MS });
  end();
  await asked;
  await delay(SENT_WITHIN_MS);
  const times = await paid();
  return { id: 'C1', holds, checked: 1, violations: times === 1 ? [] : [`it was paid ${times} times`] };
}

async function awaitPayout(postgres: LoadedStage['postgres'], key: string, status: string): Promise<string> {
  let id: string | undefined;
  await pollUntil(
    async () => {
      const [row] = await postgres.query<{ id: string }>(
        'SELECT id FROM payouts WHERE idempotency_key = $1 AND status = $2',
        [key, status],
      );
      id = row?.id;
      return id !== undefined;
    },
    { withinMs: STEP_WITHIN_MS, everyMs: 50 },
  );
  if (id === undefined) throw new Error(`The payout did not become ${status}.`);
  return id;
}
