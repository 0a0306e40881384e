import type { GraphqlClient } from './graphql-client.js';

interface FacetView {
  readonly key: string;
  readonly count: number;
  readonly isCapped: boolean;
}

/** Returns each facet of a list with the count for each value, such as `7`, or `7+` if there may be more. */
export async function facetsOf(
  api: GraphqlClient,
  { list, fields, filter }: { list: 'order' | 'payout'; fields: readonly string[]; filter: object },
): Promise<Readonly<Record<string, Readonly<Record<string, number | string>>>>> {
  const type = list === 'order' ? 'OrderFilter' : 'PayoutFilter';
  const { facets } = await api.request<{ facets: Readonly<Record<string, readonly FacetView[]>> }>(
    `query ($filter: ${type}) { facets: ${list}Facets(filter: $filter) {
       ${fields.map((field) => `${field} { key count isCapped }`).join(' ')} } }`,
    { filter },
  );
  const counts = (found: readonly FacetView[]) =>
    Object.fromEntries(
      found.filter(({ count }) => count > 0).map(({ key, count, isCapped }) => [key, isCapped ? `${count}+` : count]),
    );
  return Object.fromEntries(fields.map((field) => [field, counts(facets[field]!)]));
}
