import { pollUntil } from '../../../../dev/processes/bounded-poll.js';
import { checkAnswered, checkEnds, checkPaidOnce, checkProcesses } from '../../audit/common-invariants.js';
import { examine, type Finding } from '../../audit/finding.js';
import { type ProviderBook, readProviderBook, tokenHashOf } from '../../stage/sandbox/provider-book.js';
import { isGateOpen } from '../gate-people.js';
import type { PayoutRequest } from '../../plans/payout-request.js';
import { heal } from '../healing-phase.js';
import type { LoadedStage } from '../../callers/loaded-stage.js';
import { APPROVED_FROM } from '../../subjects/purser-subject.js';

/** A single fault that can be run alone, and the question it answers. */
export interface FaultCase {
  /** `PURSER_ROLES` of each replica. */
  readonly roles: readonly string[];
  readonly variables?: NodeJS.ProcessEnv;
  readonly callers?: number;
  /** Runs the fault, and returns its findings and figures, one figure per line. */
  run(stage: LoadedStage): Promise<{ readonly findings: readonly Finding[]; readonly figures: readonly string[] }>;
}

export const THREE_REPLICAS = ['api,worker', 'api,worker', 'api,worker'];

/** The default settings of the gate, with which it shuts when outcomes become unknown. */
export const DEFAULT_GATE = { PAYOUT_GATE_MAX_UNCONFIRMED: '3', PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT: '5' };

const ASKED_WITHIN_MS = 120_000;

// An attempt's deadline is the timeout of a call plus 30 seconds. By this time the sweep has given up abandoned
// attempts.
const RECORDED_WITHIN_MS = 75_000;

/** Sends this many payouts. */
export async function askFor({ load }: LoadedStage, count: number): Promise<void> {
  const before = load.asked;
  await pollUntil(() => load.asked >= before + count, { withinMs: ASKED_WITHIN_MS });
}

/** Returns the planned payouts that need no approval. */
export function unapproved({ requests }: LoadedStage): PayoutRequest[] {
  return [...requests.values()].filter(({ amount }) => Number(amount) < Number(APPROVED_FROM));
}

/** Waits until Purser has recorded an outcome for every attempt. Skips no waits. */
export async function untilRecorded({ postgres }: LoadedStage): Promise<void> {
  await pollUntil(
    async () => (await postgres.query(`SELECT FROM payout_attempts WHERE state = 'CLAIMED'`)).length === 0,
    { withinMs: RECORDED_WITHIN_MS, everyMs: 250 },
  );
}

/** Checks that no outcome became unknown, not even temporarily, although the provider answered every request. */
export async function checkNothingUnknown(stage: LoadedStage): Promise<Finding[]> {
  const book = await readProviderBook(stage.control);
  const made = new Set(book.payouts.map(tokenHashOf));
  const attempts = await stage.subject.attempts();
  const unknown = await stage.postgres.query<{ id: string }>(
    `SELECT DISTINCT subject_id AS id FROM status_changes WHERE to_status = 'UNCONFIRMED'`,
  );
  const isMade = ({ id }: { readonly id: string }): boolean =>
    attempts.some(({ payoutId, tokenHash }) => payoutId === id && made.has(tokenHash));
  const wasUnknown = ({ id }: { readonly id: string }): string => `payout ${id} became UNCONFIRMED`;
  return [
    {
      id: 'O1',
      holds: 'no answer that was given is thrown away',
      checked: attempts.length,
      violations: unknown.filter(isMade).map(wasUnknown),
    },
    {
      id: 'O2',
      holds: 'nothing that was never sent is taken for unknown',
      checked: attempts.length,
      violations: unknown.filter((payout) => !isMade(payout)).map(wasUnknown),
    },
    examine({ id: 'O3', holds: 'the gate stays open' }, [await isGateOpen(stage)], (isOpen) =>
      isOpen ? null : 'it is shut',
    ),
  ];
}

/** Checks the invariants that must hold after every case, once all payouts have settled. */
export async function checkAfterwards(stage: LoadedStage): Promise<Finding[]> {
  const healing = await heal(stage);
  const book: ProviderBook = await readProviderBook(stage.control);
  return [checkPaidOnce(book), checkAnswered(stage.load), checkEnds(healing), checkProcesses(stage)];
}
