import type { GraphqlClient } from './graphql-client.js';

type Facts = Readonly<Record<string, string | null>>;

export interface AuditEntryView {
  readonly id: string;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null };
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly before: Facts;
  readonly after: Facts;
  readonly reason: string | null;
  readonly operation: string | null;
  readonly clientAddress: string | null;
}

interface FactView {
  readonly name: string;
  readonly value: string | null;
}

interface EntryNode extends Omit<AuditEntryView, 'before' | 'after'> {
  readonly before: readonly FactView[];
  readonly after: readonly FactView[];
}

interface EntriesPage {
  readonly edges: readonly { readonly node: EntryNode }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const ENTRIES = `query ($filter: AuditEntryFilter, $after: String) {
  auditEntries(filter: $filter, first: 100, after: $after) {
    edges { node { id action actor { kind id name } subjectType subjectId before { name value } after { name value }
      reason operation clientAddress } } pageInfo { hasNextPage endCursor } } }`;

const factsOf = (facts: readonly FactView[]): Facts =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value]));

/** Reads the audit log with a filter, oldest first, as a person with access. */
export async function auditEntries(
  auditor: GraphqlClient,
  filter: Readonly<Record<string, unknown>>,
): Promise<readonly AuditEntryView[]> {
  const found: AuditEntryView[] = [];
  for (let after: string | null = null; ;) {
    const { auditEntries: page }: { auditEntries: EntriesPage } = await auditor.request(ENTRIES, { filter, after });
    found.push(
      ...page.edges.map(({ node }) => ({ ...node, before: factsOf(node.before), after: factsOf(node.after) })),
    );
    if (!page.pageInfo.hasNextPage) return found.reverse();
    after = page.pageInfo.endCursor;
  }
}
