import { loadConfig } from '../../src/platform/config/config.js';
import { FieldCipher } from '../../src/platform/database/encryption/field-cipher.js';
import { type ActorView, CHANGE_REQUEST, type ChangeRequestView } from './change-requests.js';
import type { GraphqlClient } from './graphql-client.js';
import { TEST_SETTINGS } from './purser.js';
import type { TestDatabase } from './test-database.js';

interface UserErrorView {
  readonly code: string;
  readonly message: string;
  readonly field: readonly string[] | null;
}

export interface RunView {
  readonly id: string;
  readonly trigger: string;
  readonly requestedBy: ActorView | null;
  readonly status: string;
  readonly payouts: number;
  readonly checked: number;
  readonly changed: number;
  readonly discrepancies: number;
  readonly errors: number;
  readonly finishedAt: string | null;
  readonly durationSeconds: number | null;
}

const RUN = `id trigger requestedBy { id } status payouts checked changed discrepancies errors startedAt finishedAt
  durationSeconds`;

export interface RunPayload {
  readonly run: RunView | null;
  readonly isNew: boolean;
  readonly userErrors: readonly UserErrorView[];
}

export async function runReconciliation(
  api: GraphqlClient,
  input: { readonly accountId?: string } = {},
): Promise<RunPayload> {
  const data = await api.request<{ runReconciliation: RunPayload }>(
    `mutation ($input: RunReconciliationInput!) {
       runReconciliation(input: $input) { run { ${RUN} } isNew userErrors { code message field } } }`,
    { input },
  );
  return data.runReconciliation;
}

export async function newestRun(api: GraphqlClient): Promise<RunView> {
  const data = await api.request<{ reconciliationRuns: { edges: { node: RunView }[] } }>(
    `{ reconciliationRuns(first: 1) { edges { node { ${RUN} } } } }`,
  );
  const [edge] = data.reconciliationRuns.edges;
  if (!edge) throw new Error('There is no run');
  return edge.node;
}

export interface DiscrepancyView {
  readonly id: string;
  readonly kind: string;
  readonly payoutId: string | null;
  readonly providerPayoutId: string | null;
  readonly ours: readonly { readonly name: string; readonly value: string | null }[];
  readonly theirs: readonly { readonly name: string; readonly value: string | null }[];
  readonly timesSeen: number;
  readonly isOpen: boolean;
  readonly closedBy: ActorView | null;
  readonly note: string | null;
  readonly isThisPayout: boolean | null;
  readonly asksWhetherThisPayout: boolean;
}

const DISCREPANCY = `id kind payoutId providerPayoutId ours { name value } theirs { name value } timesSeen isOpen closedBy { id }
  note isThisPayout asksWhetherThisPayout`;

/** Returns the discrepancies that match a filter, newest first. */
export async function listDiscrepancies(
  api: GraphqlClient,
  filter: Readonly<Record<string, unknown>>,
): Promise<readonly DiscrepancyView[]> {
  const data = await api.request<{ discrepancies: { edges: { node: DiscrepancyView }[] } }>(
    `query ($filter: DiscrepancyFilter) { discrepancies(filter: $filter) { edges { node { ${DISCREPANCY} } } } }`,
    { filter },
  );
  return data.discrepancies.edges.map(({ node }) => node);
}

export interface ClosePayload {
  readonly discrepancy: DiscrepancyView | null;
  readonly userErrors: readonly UserErrorView[];
}

/** Proposes that a lost payment matches no payout in Purser. */
export async function closeLostPayment(
  api: GraphqlClient,
  { discrepancyId, reference = 'ticket 7' }: { readonly discrepancyId: string; readonly reference?: string },
): Promise<{ readonly changeRequest: ChangeRequestView | null; readonly userErrors: readonly UserErrorView[] }> {
  const data = await api.request<{
    closeLostPayment: { changeRequest: ChangeRequestView | null; userErrors: UserErrorView[] };
  }>(
    `mutation ($input: CloseLostPaymentInput!) { closeLostPayment(input: $input) {
       changeRequest { ${CHANGE_REQUEST} } userErrors { code message field } } }`,
    { input: { discrepancyId, reference } },
  );
  return data.closeLostPayment;
}

export async function closeDiscrepancy(
  api: GraphqlClient,
  input: { readonly discrepancyId: string; readonly note: string; readonly isThisPayout?: boolean },
): Promise<ClosePayload> {
  const data = await api.request<{ closeDiscrepancy: ClosePayload }>(
    `mutation ($input: CloseDiscrepancyInput!) {
       closeDiscrepancy(input: $input) { discrepancy { ${DISCREPANCY} } userErrors { code message field } } }`,
    { input },
  );
  return data.closeDiscrepancy;
}

export interface StatementView {
  readonly id: string;
  readonly lines: number;
  readonly matching: number;
  readonly differing: number;
  readonly unknown: number;
  readonly lacking: number;
  readonly notInStatement: number;
  readonly pending: number;
  readonly unknownPayouts: number;
  readonly absent: number;
  readonly givenUp: number;
}

const STATEMENT = 'id lines matching differing unknown lacking notInStatement pending unknownPayouts absent givenUp';

export interface ImportPayload {
  readonly statement: StatementView | null;
  readonly userErrors: readonly UserErrorView[];
}

export async function importStatement(
  api: GraphqlClient,
  csv: string,
  period: { readonly from: string; readonly to: string } | null = null,
): Promise<ImportPayload> {
  const data = await api.request<{ importStatement: ImportPayload }>(
    `mutation ($input: ImportStatementInput!) {
       importStatement(input: $input) { statement { ${STATEMENT} } userErrors { code message field } } }`,
    { input: { csv, period } },
  );
  return data.importStatement;
}

export async function newestImport(api: GraphqlClient): Promise<StatementView> {
  const data = await api.request<{ statementImports: { edges: { node: StatementView }[] } }>(
    `{ statementImports(first: 1) { edges { node { ${STATEMENT} } } } }`,
  );
  const [edge] = data.statementImports.edges;
  if (!edge) throw new Error('There is no import');
  return edge.node;
}

type Rows = Pick<TestDatabase, 'query'>;

/** Makes a run's payouts due for reading now. */
export const makeReadsDue = ({ query }: Rows): Promise<unknown> =>
  query('UPDATE reconciliation_reads SET next_try_at = now() WHERE next_try_at > now()');

/** Makes the next scheduled run due: accounts become an hour old, and the last run half an hour. */
export async function makeRunDue({ query }: Rows): Promise<void> {
  await query(`UPDATE accounts SET created_at = now() - interval '1 hour'`);
  await query(`UPDATE reconciliation_runs SET started_at = started_at - interval '31 minutes'`);
}

/** Inserts a run over payouts of one account, each leased by a worker for the next hour. */
export async function insertLeasedRun({ query }: Rows, runId: string, payoutIds: readonly string[]): Promise<void> {
  await query(
    `INSERT INTO reconciliation_runs (id, account_id, trigger, status, payouts)
     SELECT $1, account_id, 'SCHEDULE', 'RUNNING', $3 FROM payouts WHERE id = $2`,
    [runId, payoutIds[0], payoutIds.length],
  );
  await query(
    `INSERT INTO reconciliation_reads (id, run_id, next_try_at)
     SELECT id, $1, now() + interval '1 hour' FROM unnest($2::uuid[]) AS id`,
    [runId, payoutIds],
  );
}

/** Gives a payout a recipient that can be decrypted but not parsed. Returns a function that undoes this. */
export async function breakRecipient(
  { query, url }: Pick<TestDatabase, 'query' | 'url'>,
  payoutId: string,
): Promise<() => Promise<void>> {
  const cipher = new FieldCipher(loadConfig({ ...TEST_SETTINGS, DATABASE_URL: url }));
  const [kept] = await query<object>('SELECT sealed_recipient, requisites_hash FROM payouts WHERE id = $1', [payoutId]);
  const write = async (columns: readonly unknown[]): Promise<void> => {
    await query('UPDATE payouts SET sealed_recipient = $2, requisites_hash = $3 WHERE id = $1', [payoutId, ...columns]);
  };
  const place = { table: 'payouts', column: 'sealed_recipient', rowId: payoutId };
  await write([cipher.seal('no JSON', place), Buffer.alloc(32)]);
  return () => write(Object.values(kept!));
}

/** Returns how often a line of a statement was looked up at the provider. */
export async function statementLineTries({ query }: Rows, providerPayoutId: string): Promise<number> {
  const [row] = await query<{ tries: number }>('SELECT tries FROM statement_lines WHERE provider_payout_id = $1', [
    providerPayoutId,
  ]);
  if (!row) throw new Error(`No statement has a line about ${providerPayoutId}`);
  return row.tries;
}

/** Makes open statement lines due now, or only those about one payout, optionally after a number of tries. */
export const makeLinesDue = (
  { query }: Rows,
  { providerPayoutId = null, tries = null }: { providerPayoutId?: string | null; tries?: number | null } = {},
): Promise<unknown> =>
  query(
    `UPDATE statement_lines SET next_try_at = now(), tries = coalesce($2, tries)
     WHERE outcome IS NULL AND ($1::uuid IS NULL OR provider_payout_id = $1)`,
    [providerPayoutId, tries],
  );

/** Deletes the statement lines that have not been looked up yet. */
export const forgetOpenLines = ({ query }: Rows): Promise<unknown> =>
  query('DELETE FROM statement_lines WHERE outcome IS NULL');

/** Returns an account's discrepancies with their subjects, which the API does not show for balances. */
export const storedDiscrepancies = ({ query }: Rows, accountId: string): Promise<object[]> =>
  query('SELECT kind, subject, times_seen, ours, theirs FROM discrepancies WHERE account_id = $1', [accountId]);
