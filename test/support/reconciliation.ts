import type { ActorView } from './change-requests.js';
import type { GraphqlClient } from './graphql-client.js';

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
}

const DISCREPANCY = `id kind payoutId providerPayoutId ours { name value } theirs { name value } timesSeen isOpen closedBy { id }
  note`;

/** Those a filter lets through, the newest first. */
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

export async function closeDiscrepancy(
  api: GraphqlClient,
  input: { readonly discrepancyId: string; readonly note: string },
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
  readonly pending: number;
  readonly unknownPayouts: number;
  readonly absent: number;
  readonly givenUp: number;
}

const STATEMENT = 'id lines matching differing unknown pending unknownPayouts absent givenUp';

export interface ImportPayload {
  readonly statement: StatementView | null;
  readonly userErrors: readonly UserErrorView[];
}

export async function importStatement(api: GraphqlClient, csv: string): Promise<ImportPayload> {
  const data = await api.request<{ importStatement: ImportPayload }>(
    `mutation ($input: ImportStatementInput!) {
       importStatement(input: $input) { statement { ${STATEMENT} } userErrors { code message field } } }`,
    { input: { csv } },
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
