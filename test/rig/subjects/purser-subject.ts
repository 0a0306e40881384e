import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from '../../../dev/start/generated-secrets.js';
import { makeOperatorKey } from '../../../dev/start/operator-key.js';
import { purserEnvironment } from '../../../dev/start/stack-environment.js';
import type { PayoutRequest } from '../plans/payout-request.js';
import type { QueriedDatabase } from '../stage/postgres/stage-database.js';
import type { Acceptance, RecordedAttempt, StageAddresses, Subject } from './subject.js';

/** Purser's timeout for the provider. It is short, because each hanging answer delays the run by as much. */
export const PROVIDER_TIMEOUT_MS = 1_500;

// Two seconds within which a claimed payout must be sent, the provider's timeout, and one second to record the answer.
const ANSWERED_WITHIN_MS = 2_000 + PROVIDER_TIMEOUT_MS + 1_000;

// How long a caller waits before it retries. This is longer than a pause of a process, after which it answers late.
const CALLER_TIMEOUT_MS = 8_000;

/** Payouts from this amount on need the approval of another person: about half the payouts of a run. */
export const APPROVED_FROM = '5000';

// So high that they block nothing. Every claim still counts and locks, and the run completes.
const LIMITS = [
  { kind: 'LARGEST_PAYOUT', currency: 'BRL', value: '10000' },
  { kind: 'DAILY_SUM', currency: 'BRL', value: '900000000000' },
  { kind: 'DAILY_COUNT_PER_RECIPIENT', value: '1' },
];

const SET_POLICY = `mutation ($input: SetPayoutPolicyInput!) {
  rule: setPayoutPolicy(input: $input) { changeRequest { id contentHash } userErrors { code message } } }`;

const SET_LIMIT = `mutation ($input: SetPayoutLimitInput!) {
  rule: setPayoutLimit(input: $input) { changeRequest { id contentHash } userErrors { code message } } }`;

const CONFIRM_CHANGE = `mutation ($input: ConfirmChangeRequestInput!) {
  confirmChangeRequest(input: $input) { userErrors { code message } } }`;

const APPROVE_PAYOUT = `mutation ($input: ApprovePayoutInput!) {
  approvePayout(input: $input) { payout { status } userErrors { code message } } }`;

const CREATE_PAYOUT = `mutation ($input: CreatePayoutInput!) {
  createPayout(input: $input) { payout { id status } userErrors { code message } } }`;

const FUND_BALANCE = `mutation ($input: FundBalanceInput!) {
  fundBalance(input: $input) { balance { available } userErrors { code message } } }`;

// The initial balance: enough for a hundred thousand payouts of the largest amount here, so that none is refused.
const FUNDED = '1000000000';

interface FundBalanceAnswer {
  readonly fundBalance: { readonly balance: object | null };
}

interface CreatePayoutAnswer {
  readonly createPayout: { readonly payout: { readonly id: string; readonly status: string } | null };
}

interface ApprovePayoutAnswer {
  readonly approvePayout: { readonly payout: { readonly status: string } | null };
}

/** What the second person needs to confirm a change request. */
export interface SeenChange {
  readonly id: string;
  readonly contentHash: string;
}

interface RuleAnswer {
  readonly rule: { readonly changeRequest: SeenChange | null };
}

interface ConfirmAnswer {
  readonly confirmChangeRequest: { readonly userErrors: readonly object[] };
}

interface Operation {
  readonly query: string;
  readonly input?: object;
  /** Variables of the query. Defaults to only `input`. */
  readonly variables?: object;
}

type Person = 'administrator' | 'approver' | 'operator';

export class PurserSubject implements Subject {
  readonly script = 'dist/main.js';
  /** File in which the replicas anchor the audit chain. */
  readonly anchorFile: string;
  readonly #profileFile: string;
  /** The operator's key, which is created when the run begins. */
  #operatorKey = '';

  constructor(
    private readonly parts: {
      readonly directory: string;
      readonly secrets: Secrets;
      readonly postgres: QueriedDatabase;
    },
    private readonly furtherVariables: (replica: number, addresses: StageAddresses) => NodeJS.ProcessEnv = () => ({}),
  ) {
    // A profile with polls every second, so that the provider's status is known soon after the faults are over.
    this.#profileFile = join(parts.directory, 'provider-profile.json');
    writeFileSync(this.#profileFile, JSON.stringify({ payoutCheckDelaysSeconds: [1] }));
    chmodSync(this.#profileFile, 0o644);
    this.anchorFile = join(parts.directory, 'audit-anchors.jsonl');
  }

  environment(addresses: StageAddresses, replica: number): NodeJS.ProcessEnv {
    const { databaseUrl, providerUrl, replicaPorts } = addresses;
    const port = replicaPorts[replica] ?? 0;
    // Webhooks go to the neighbour. With several replicas, that is never the process that created the payout.
    const neighbour = replicaPorts[(replica + 1) % replicaPorts.length] ?? port;
    const settings = {
      secrets: this.parts.secrets,
      databaseUrl,
      purserPort: port,
      sandboxPort: Number(new URL(providerUrl).port),
      consolePort: undefined,
      logLevel: 'warn',
      sandboxBookFile: '',
    };
    const variables = {
      PUBLIC_URL: `http://127.0.0.1:${neighbour}`,
      PROVIDER_TIMEOUT_MS: String(PROVIDER_TIMEOUT_MS),
      PROVIDER_PROFILE_FILE: this.#profileFile,
      AUDIT_ANCHOR_FILE: this.anchorFile,
      // The budget is tested elsewhere, and would only slow this run down.
      PROVIDER_REQUESTS_PER_SECOND: '10000',
      // One key sends all requests, as fast as they are answered.
      KEY_REQUESTS_PER_SECOND: '1000000',
      KEY_REQUEST_BURST: '1000000',
      KEY_READS_AT_ONCE: '1000',
      KEY_CHANGES_AT_ONCE: '10000',
      // So many outcomes become unknown here that the gate would shut immediately, and nothing behind it would be
      // tested.
      PAYOUT_GATE_MAX_UNCONFIRMED: '1000000',
      PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT: '100',
      ...this.furtherVariables(replica, addresses),
    };
    return purserEnvironment(settings, variables, port);
  }

  /** Does nothing, because the first replica migrates the database. */
  async prepare(): Promise<void> {}

  /** Sets approvals and limits through two people, and funds the balance. */
  async begin(replicaUrl: string): Promise<void> {
    this.#operatorKey = await makeOperatorKey({
      graphqlUrl: `${replicaUrl}/graphql`,
      bootstrapKey: this.parts.secrets.BOOTSTRAP_API_KEY,
      approverKey: this.parts.secrets.APPROVER_API_KEY,
    });
    const policy = { currency: 'BRL', fromAmount: APPROVED_FROM, approvers: 1 };
    const rules: { readonly query: string; readonly rule: object }[] = [
      { query: SET_POLICY, rule: policy },
      ...LIMITS.map((rule) => ({ query: SET_LIMIT, rule })),
    ];
    for (const { query, rule } of rules) {
      const input = { ...rule, reason: 'So it was agreed.' };
      const { rule: proposal } = await this.send<RuleAnswer>(replicaUrl, 'administrator', { query, input });
      await this.confirm(replicaUrl, proposal);
    }
    const { fundBalance } = await this.send<FundBalanceAnswer>(replicaUrl, 'operator', {
      query: FUND_BALANCE,
      input: { currency: 'BRL', amount: FUNDED, reference: 'fault test', idempotencyKey: 'fault-test-funding' },
    });
    if (!fundBalance.balance) throw new Error('Not funded');
  }

  /** Sends a payout. If it needs an approval, the caller's colleague approves it at the same replica. */
  async ask(request: PayoutRequest, replicaUrl: string, withinMs = CALLER_TIMEOUT_MS): Promise<Acceptance> {
    const created = await this.send<CreatePayoutAnswer>(
      replicaUrl,
      'operator',
      { query: CREATE_PAYOUT, input: request },
      withinMs,
    );
    const { payout } = created.createPayout;
    if (!payout) throw new Error(`No payout: ${JSON.stringify(created)}`);
    const { id } = payout;
    if (payout.status !== 'AWAITING_APPROVAL') return { id, isWaiting: isWaiting(payout.status) };
    const { approvePayout } = await this.send<ApprovePayoutAnswer>(replicaUrl, 'approver', {
      query: APPROVE_PAYOUT,
      input: { payoutId: id },
    });
    return { id, isWaiting: isWaiting(approvePayout.payout?.status ?? payout.status) };
  }

  /**
   * Sends one operation as one of the people.
   * @throws if there is no usable answer
   */
  async send<Data>(
    replicaUrl: string,
    person: Person,
    { query, input, variables = { input } }: Operation,
    withinMs = CALLER_TIMEOUT_MS,
  ): Promise<Data> {
    const response = await fetch(`${replicaUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.keyOf(person)}` },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(withinMs),
    });
    const answer = await response.text();
    const { data, errors } = JSON.parse(answer) as { readonly data?: Data | null; readonly errors?: unknown };
    if (!data || errors !== undefined) throw new Error(`No data: ${answer.slice(0, 500)}`);
    return data;
  }

  /**
   * Confirms another person's proposal as the approver.
   * @throws if there is no proposal, or if confirming it is refused
   */
  async confirm(replicaUrl: string, proposal: { readonly changeRequest: SeenChange | null }): Promise<void> {
    if (!proposal.changeRequest) throw new Error(`Nothing was proposed: ${JSON.stringify(proposal)}`);
    const { confirmChangeRequest } = await this.send<ConfirmAnswer>(replicaUrl, 'approver', {
      query: CONFIRM_CHANGE,
      input: proposal.changeRequest,
    });
    const { userErrors } = confirmChangeRequest;
    if (userErrors.length > 0) throw new Error(`Not confirmed: ${JSON.stringify(userErrors)}`);
  }

  /** Returns a person's key, for uses other than `send`. */
  keyOf(person: Person): string {
    const { BOOTSTRAP_API_KEY, APPROVER_API_KEY } = this.parts.secrets;
    return { administrator: BOOTSTRAP_API_KEY, approver: APPROVER_API_KEY, operator: this.#operatorKey }[person];
  }

  /**
   * Skips long waits. An attempt's deadline is half a minute after the last possible answer, the lease of a webhook
   * whose handler was killed ends after two minutes, and a failed send is retried after up to five minutes. Only
   * attempts that can no longer be answered are made overdue: for those the deadline changes nothing.
   */
  async passTime(): Promise<void> {
    await this.parts.postgres.query(
      `UPDATE payout_attempts SET deadline_at = now()
       WHERE state = 'CLAIMED' AND claimed_at < now() - make_interval(secs => $1)`,
      [ANSWERED_WITHIN_MS / 1_000],
    );
    await this.parts.postgres.query(`UPDATE payouts SET next_attempt_at = now() WHERE submission_state = 'APPROVED'`);
    await this.parts.postgres.query('UPDATE payouts SET next_check_at = now() WHERE next_check_at IS NOT NULL');
    // A changed final status counts if it is read again ten seconds later.
    await this.parts.postgres.query(
      `UPDATE payouts SET suspected_at = suspected_at - interval '10 s' WHERE suspected_at IS NOT NULL`,
    );
    // A webhook about an object that the provider does not know is tried 25 times in five hours.
    await this.parts.postgres.query(
      `UPDATE webhook_events SET next_try_at = now(), tries = least(24, tries + 4) WHERE state = 'RECEIVED'`,
    );
  }

  async overdue(): Promise<string[]> {
    const rows = await this.parts.postgres.query<{ id: string }>(
      `SELECT id FROM payout_attempts WHERE state = 'CLAIMED' AND deadline_at < now()`,
    );
    return rows.map(({ id }) => `attempt ${id} is open past its deadline`);
  }

  async unsettled(): Promise<string[]> {
    const rows = await this.parts.postgres.query<{ what: string; count: number }>(
      `SELECT 'attempt ' || state AS what, count(*)::int AS count FROM payout_attempts WHERE state = 'CLAIMED' GROUP BY 1
       UNION ALL
       SELECT 'payout ' || status, count(*)::int FROM payouts
       WHERE submission_state IN ('AWAITING_APPROVAL', 'APPROVED', 'SUBMITTING')
         OR provider_state IN ('CREATED', 'PROCESSING', 'UNRECOGNIZED') OR suspected_state IS NOT NULL GROUP BY 1
       UNION ALL
       SELECT 'webhook ' || state, count(*)::int FROM webhook_events WHERE state = 'RECEIVED' GROUP BY 1
       UNION ALL
       SELECT 'audit entry without a seal', count(*)::int FROM audit_entries AS entry
       WHERE NOT EXISTS (SELECT FROM audit_seals WHERE entry_id = entry.id) HAVING count(*) > 0`,
    );
    return rows.map(({ what, count }) => `${count} ${what}`);
  }

  attempts(): Promise<RecordedAttempt[]> {
    return this.parts.postgres.query<RecordedAttempt>(
      `SELECT id, payout_id AS "payoutId", encode(token_hash, 'hex') AS "tokenHash", claimed_at AS "claimedAt", state,
         provider_payout_id AS "providerPayoutId" FROM payout_attempts`,
    );
  }
}

function isWaiting(status: string): boolean {
  return status === 'AWAITING_APPROVAL' || status === 'APPROVED' || status === 'SUBMITTING';
}
