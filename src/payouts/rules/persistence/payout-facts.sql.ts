import type { CurrencyCode } from '../../../common/currency.js';
import { canonicalSigned, type SignedDecimalString } from '../../../common/signed-decimal.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { FailoverMode } from '../../gate/domain/database-history.js';
import { UNPAID_PAYOUT_STATUSES } from '../../core/domain/payout-status.js';
import { ANY_LOST, possiblyRepeated } from '../../gate/lost/persistence/lost-payments.sql.js';
import type { ApprovalPolicy } from '../domain/approval-policy.js';
import type { PayoutLimit } from '../domain/payout-limits.js';
import type { PlannedPayout, RecordingFacts } from '../domain/recording-facts.js';

// In SQL, because payouts are created and claimed often: one statement reads facts from several tables.

// HTTP 404 and 405. The provider does have the path, so a proxy may have given this answer after the provider had
// acted.
const NOBODYS_REFUSALS: readonly number[] = [404, 405];

// There are only as many policies and limits as people can remember. Numbers are transferred as text.
const POLICIES = `(SELECT coalesce(json_agg(json_build_object('accountId', account_id, 'currency', currency,
    'fromAmount', from_amount::text, 'approvers', approvers)), '[]') FROM payout_policies) AS policies`;

const LIMITS = `(SELECT coalesce(json_agg(json_build_object('kind', kind, 'accountId', account_id, 'currency', currency,
    'value', value::text) ORDER BY kind, account_id NULLS FIRST, currency), '[]') FROM payout_limits) AS limits`;

// The same period as for a closed lost payment: the lost database may have sent a payout that was withdrawn afterwards.
const WITHDRAWN_DAYS = 30;

// True even if the gate was not yet shut for the restore, because this request may be the first to see the new
// database. If standbys are synchronous, a promotion loses nothing and does not count.
const isRestored = ({ isFenced }: FactSlots): string =>
  `(SELECT restored_at IS NOT NULL OR (incarnation <> current_incarnation() AND (${isFenced} OR EXISTS (
    SELECT FROM database_incarnations WHERE number > payout_gate.incarnation AND origin <> 'NEW_TIMELINE')))
  FROM payout_gate)`;

const UNPAID_ENDS = `(${UNPAID_PAYOUT_STATUSES.map((status) => `'${status}'`).join(', ')})`;

// Another payout of the same family that was or may be paid, whatever its age and amount: a changed repeat must not be
// sent without a person's decision.
const familyMayBePaid = ({ id }: FactSlots): string =>
  `(SELECT member.id FROM payout_repeats AS own JOIN payout_repeats AS family ON family.root_id = own.root_id
      JOIN payouts AS member ON member.id IN (family.root_id, family.repeat_id)
    WHERE own.repeat_id = ${id} AND member.id <> ${id}
      AND (member.status NOT IN ${UNPAID_ENDS} OR member.suspected_state NOT IN ${UNPAID_ENDS}) LIMIT 1)`;

// A payout that certainly ended without being paid is no duplicate of its repeat, unless the lost database may have
// sent it. If it was rejected, perhaps not by the provider, it still counts as a duplicate.
const isRepeated = ({ rootId, id }: FactSlots): string =>
  `(submission_state <> 'REJECTED' AND status IN ${UNPAID_ENDS}
    AND suspected_state IS NULL AND blocked_by IS DISTINCT FROM 'MAY_HAVE_BEEN_SENT' AND id = ANY (ARRAY(
      SELECT unnest(ARRAY[root_id, repeat_id]) FROM payout_repeats
      WHERE root_id = coalesce(${rootId}, (SELECT root_id FROM payout_repeats WHERE repeat_id = ${id}))) || ${rootId}::uuid)) IS TRUE`;

/** SQL for each value that the facts depend on, such as a placeholder. */
interface FactSlots {
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
  readonly recipientHash: string;
  readonly id: string;
  readonly idempotencyKey: string;
  readonly duplicateHours: string;
  readonly nobodysRefusals: string;
  readonly unsharedExternalId: string;
  readonly requisitesHashes: string;
  readonly withdrawnDays: string;
  readonly isFenced: string;
  readonly guessName: string;
  readonly guessesPerMinute: string;
  readonly rootId: string;
}

const OF_ONE: FactSlots = {
  accountId: '$1',
  currency: '$2',
  amount: '$3',
  recipientHash: '$4',
  id: '$5',
  idempotencyKey: '$6',
  duplicateHours: '$7',
  nobodysRefusals: '$8',
  unsharedExternalId: '$9',
  requisitesHashes: '$10',
  withdrawnDays: '$11',
  isFenced: '$12',
  guessName: '$13',
  guessesPerMinute: '$14',
  rootId: '$15',
};

/**
 * Builds the query for `RecordingFacts`, which returns one row. The index of waiting payouts is on `next_attempt_at`,
 * so the condition on it uses the index.
 */
const recordingFacts = (of: FactSlots): string =>
  `SELECT EXISTS (SELECT FROM payouts WHERE account_id = ${of.accountId} AND idempotency_key = ${of.idempotencyKey}) AS "isKeyUsed",
       EXISTS (SELECT FROM payouts WHERE account_id = ${of.accountId} AND external_id = ${of.unsharedExternalId}
         AND id <> ${of.id}) AS "isExternalIdTaken",
       EXISTS (SELECT FROM recipient_counts WHERE name = ${of.guessName} AND in_minute >= ${of.guessesPerMinute}
         AND minute_began_at > now() - interval '1 minute') AS "isGuessing",
       coalesce(${familyMayBePaid(of)},
        (SELECT id FROM payouts WHERE recipient_hash = ${of.recipientHash} AND (amount, currency) = (${of.amount}, ${of.currency})
          AND (submission_state NOT IN ('DECLINED', 'WITHDRAWN') OR blocked_by = 'MAY_HAVE_BEEN_SENT') AND id <> ${of.id}
          AND NOT ${isRepeated(of)}
          AND (submission_state <> 'REJECTED' OR EXISTS (SELECT 1 FROM payout_attempts
            WHERE payout_id = payouts.id AND state = 'REJECTED' AND http_status = ANY (${of.nobodysRefusals})))
          AND (created_at > now() - make_interval(hours => ${of.duplicateHours})
            OR submission_state IN ('AWAITING_APPROVAL', 'APPROVED', 'SUBMITTING', 'UNCONFIRMED')
            OR (blocked_by = 'MAY_HAVE_BEEN_SENT' AND updated_at > now() - make_interval(days => ${of.withdrawnDays}))
            OR EXISTS (SELECT 1 FROM payout_attempts
              WHERE payout_id = payouts.id AND claimed_at > now() - make_interval(hours => ${of.duplicateHours})))
        LIMIT 1)) AS "possibleDuplicate",
       ${possiblyRepeated(of.amount, of.requisitesHashes)} AS "lostPayment",
       ${isRestored(of)} AS "isRestored",
       trim_scale(balance.available)::text AS available,
       (SELECT coalesce(sum(amount), 0)::text FROM payouts
          WHERE requisites_hash = ANY (${of.requisitesHashes}) AND currency = ${of.currency} AND id <> ${of.id}
          AND (claimed_on IS NULL OR claimed_on >= (now() AT TIME ZONE 'UTC')::date - 1)
          AND submission_state NOT IN ('DECLINED', 'WITHDRAWN', 'REJECTED', 'CLOSED')
          AND coalesce(provider_state, 'CREATED') NOT IN ('FAILED', 'CANCELED', 'EXPIRED')
          AND (submission_state IN ('AWAITING_APPROVAL', 'APPROVED', 'SUBMITTING', 'UNCONFIRMED')
            OR EXISTS (SELECT 1 FROM payout_attempts
              WHERE payout_id = payouts.id AND claimed_at > now() - make_interval(hours => ${of.duplicateHours})))) AS "recipientSum",
       ${POLICIES}
     FROM (VALUES (1)) AS one LEFT JOIN (
       SELECT available - (
          SELECT coalesce(sum(amount), 0) FROM payouts
          WHERE next_attempt_at IS NOT NULL AND finding IS NULL AND account_id = ${of.accountId}
            AND currency = ${of.currency} AND id <> ${of.id})
        AS available
       FROM ledger_balances WHERE account_id = ${of.accountId} AND currency = ${of.currency}) AS balance ON true`;

// Built once, because every new payout uses it.
const FACTS_OF_ONE = recordingFacts(OF_ONE);

/** Several planned payouts, each with a place. Keys and external ids outlive payouts whose partition was detached. */
const FACTS_OF_MANY = `SELECT facts.*,
    EXISTS (SELECT FROM payout_keys WHERE account_id = planned.account_id
      AND idempotency_key = planned.idempotency_key) AS "isKeyKept",
    EXISTS (SELECT FROM payout_external_ids WHERE account_id = planned.account_id
      AND external_id = planned.external_id) AS "isExternalIdKept"
  FROM unnest($5::uuid[], $6::text[], $7::numeric[], $8::bytea[], $9::uuid[], $10::text[], $11::text[], $12::bytea[],
    $13::bytea[], $14::text[], $15::integer[]) WITH ORDINALITY AS planned (account_id, currency, amount, recipient_hash,
    id, idempotency_key, external_id, requisites_hash, sent_hash, guess_name, guesses_per_minute, place)
  CROSS JOIN LATERAL (${recordingFacts({
    accountId: 'planned.account_id',
    currency: 'planned.currency',
    amount: 'planned.amount',
    recipientHash: 'planned.recipient_hash',
    id: 'planned.id',
    idempotencyKey: 'planned.idempotency_key',
    duplicateHours: '$1',
    nobodysRefusals: '$2',
    unsharedExternalId: 'planned.external_id',
    requisitesHashes: 'ARRAY[planned.requisites_hash, planned.sent_hash]',
    withdrawnDays: '$3',
    isFenced: '$4',
    guessName: 'planned.guess_name',
    guessesPerMinute: 'planned.guesses_per_minute',
    rootId: 'NULL::uuid',
  })}) AS facts ORDER BY planned.place`;

interface FactRules {
  readonly duplicateHours: number;
  readonly failover: FailoverMode;
}

/**
 * Reads the facts needed to record a payout. Locks the recipient until the transaction ends, so that the second of two
 * concurrent duplicates sees the first.
 */
export async function readRecordingFacts(
  tx: Transaction,
  payout: PlannedPayout,
  { duplicateHours, failover }: FactRules,
): Promise<RecordingFacts> {
  // Locks the hash of the recipient as well as those of the requisites, because the previous release locks only the
  // first.
  await tx.lockNames([payout.recipientHash, ...payout.requisitesHashes].map((hash) => hash.toString('hex')));
  const [facts] = await rowsOf<RecordingFacts>(tx, FACTS_OF_ONE, [
    payout.accountId,
    payout.currency,
    payout.amount,
    payout.recipientHash,
    payout.id,
    payout.idempotencyKey,
    duplicateHours,
    NOBODYS_REFUSALS,
    payout.unsharedExternalId,
    payout.requisitesHashes,
    WITHDRAWN_DAYS,
    failover === 'fence',
    payout.guesses?.name ?? null,
    payout.guesses?.perMinute ?? null,
    payout.rootId,
  ]);
  if (!facts) throw new Error('A statement without a row');
  return facts;
}

/** Reads the facts of payouts that are only planned, in their order. Locks nothing. */
export async function readPlannedFacts(
  tx: Transaction,
  payouts: readonly PlannedPayout[],
  { duplicateHours, failover }: FactRules,
): Promise<RecordingFacts[]> {
  type Row = RecordingFacts & { readonly isKeyKept: boolean; readonly isExternalIdKept: boolean };
  const rows = await rowsOf<Row>(tx, FACTS_OF_MANY, [
    duplicateHours,
    NOBODYS_REFUSALS,
    WITHDRAWN_DAYS,
    failover === 'fence',
    payouts.map(({ accountId }) => accountId),
    payouts.map(({ currency }) => currency),
    payouts.map(({ amount }) => amount),
    payouts.map(({ recipientHash }) => recipientHash),
    payouts.map(({ id }) => id),
    payouts.map(({ idempotencyKey }) => idempotencyKey),
    payouts.map(({ unsharedExternalId }) => unsharedExternalId),
    payouts.map(({ requisitesHashes }) => requisitesHashes[0]),
    payouts.map(({ requisitesHashes }) => requisitesHashes.at(-1)),
    payouts.map(({ guesses }) => guesses?.name ?? null),
    payouts.map(({ guesses }) => guesses?.perMinute ?? null),
  ]);
  return rows.map(({ isKeyKept, isExternalIdKept, ...facts }) => ({
    ...facts,
    isKeyUsed: facts.isKeyUsed || isKeyKept,
    isExternalIdTaken: facts.isExternalIdTaken || isExternalIdKept,
  }));
}

export interface ClaimFacts {
  readonly policies: readonly ApprovalPolicy[];
  readonly limits: readonly PayoutLimit[];
  readonly isAnyLost: boolean;
  readonly balances: readonly Balance[];
}

interface Balance {
  readonly accountId: string;
  readonly currency: CurrencyCode;
  readonly available: SignedDecimalString;
}

/**
 * Reads the facts needed to claim payouts. Policies and limits need no lock, because they do not change while the claim
 * holds the gate.
 */
export async function readClaimFacts(
  tx: Transaction,
  payouts: readonly { readonly accountId: string; readonly currency: CurrencyCode }[],
): Promise<ClaimFacts> {
  const [facts] = await rowsOf<ClaimFacts>(
    tx,
    `SELECT ${POLICIES}, ${LIMITS}, ${ANY_LOST} AS "isAnyLost",
       (SELECT coalesce(json_agg(json_build_object('accountId', account_id, 'currency', currency,
            'available', available::text) ORDER BY account_id, currency), '[]')
        FROM ledger_balances WHERE (account_id, currency) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))) AS balances`,
    [payouts.map(({ accountId }) => accountId), payouts.map(({ currency }) => currency)],
  );
  if (!facts) throw new Error('A statement without a row');
  const balances = facts.balances.map((balance) => ({ ...balance, available: canonicalSigned(balance.available) }));
  return { ...facts, balances };
}

function rowsOf<Row>(tx: Transaction, statement: string, parameters: readonly unknown[]): Promise<Row[]> {
  return tx.query<Row>(statement, parameters);
}
